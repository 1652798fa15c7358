//===- SharedTemporaries.cpp - Copies for host loops ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/SharedTemporaries.h"

#include "Driver/Parallelism.h"

#include <isl/map.h>

#include <algorithm>
#include <set>

namespace gputile::driver {
namespace {

/// So many instances in parallel are enough where there were more.
constexpr long ManyInstances = 1L << 16;

bool isParallel(const ScheduleNode &node) {
  return std::any_of(node.rows.begin(), node.rows.end(),
                     [](const BandRow &row) { return row.coincident; });
}

bool hasParallelRows(const ScheduleNode &node) {
  return isParallel(node) ||
         std::any_of(node.children.begin(), node.children.end(), hasParallelRows);
}

/// Where statements run.
struct Kernels {
  std::map<unsigned, unsigned> number;    ///< By statement.
  std::map<unsigned, unsigned> hostLoops; ///< By statement: its outermost loops that the host runs.
  unsigned count = 0;
};

/// Whether \p row runs through the values of iterator \p iterator of \p statement.
bool runsThrough(const BandRow &row, const Statement &statement, unsigned s, unsigned iterator) {
  const isl::map values = isl::manage(isl_map_from_aff(row.functions.at(s).copy()));
  isl_map *same = isl_map_universe(values.space().release());
  same = isl_map_equate(same, isl_dim_in, static_cast<int>(iterator), isl_dim_out, 0);
  return values.intersect_domain(statement.domain).is_subset(isl::manage(same));
}

/// The host runs bands without parallel rows around others, everything else is in kernels.
void collect(const Scop &scop, const ScheduleNode &node, Kernels &kernels) {
  const bool isHostLoop =
      node.kind == ScheduleNode::Kind::Band && !isParallel(node) && hasParallelRows(node);
  if (!isHostLoop && node.kind != ScheduleNode::Kind::Sequence) {
    for (unsigned s : node.statements)
      kernels.number.emplace(s, kernels.count);
    ++kernels.count;
    return;
  }
  for (const BandRow &row : node.rows)
    for (unsigned s : node.statements) {
      unsigned &loops = kernels.hostLoops[s];
      const Statement &statement = scop.statements[s];
      if (row.functions.count(s) && loops < statement.iterators.size() &&
          runsThrough(row, statement, s, loops))
        ++loops;
    }
  for (const ScheduleNode &child : node.children)
    collect(scop, child, kernels);
}

Kernels kernelsOf(const ScheduledScop &program) {
  Kernels kernels;
  collect(program.scop, program.tree, kernels);
  return kernels;
}

} // namespace

std::map<unsigned, unsigned> copiesForHostLoops(const Scop &original,
                                                const ScheduledScop &program) {
  Kernels kernels = kernelsOf(program);
  std::map<unsigned, std::set<unsigned>> users;
  std::map<unsigned, unsigned> loops;
  for (const auto &[s, kernel] : kernels.number)
    for (const Reference &reference : program.scop.statements[s].references) {
      users[reference.array].insert(kernel);
      loops[reference.array] = std::max(loops[reference.array], kernels.hostLoops[s]);
    }
  std::erase_if(loops, [&](const auto &entry) {
    const auto &[array, number] = entry;
    if (array >= original.arrays.size() || users.at(array).size() < 2 || number == 0)
      return true;
    return program.scop.arrays[array].rank - original.arrays[array].rank <= number;
  });
  return loops;
}

bool staysParallel(const ScheduledScop &before, const ScheduledScop &after) {
  const Parallelism instancesBefore = parallelInstances(before.scop, before.tree),
                    instancesAfter = parallelInstances(after.scop, after.tree);
  const auto rowsBefore = parallelRows(before.scop, before.tree),
             rowsAfter = parallelRows(after.scop, after.tree);
  Kernels kernels = kernelsOf(before);
  return std::all_of(rowsBefore.begin(), rowsBefore.end(), [&](const auto &entry) {
    const auto [s, rows] = entry;
    const unsigned least = kernels.hostLoops[s] > 0 || rows < 2 ? rows : rows - 1;
    return rowsAfter.at(s) >= least &&
           instancesAfter.at(s) >= std::min(instancesBefore.at(s), ManyInstances);
  });
}

} // namespace gputile::driver
