//===- TimeStep.cpp - Stencils that the host launches in turn ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/HostSplit.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace gputile {

using mapping::KernelRegion;

/// Cells between a read and what it reads: of wider stencils nothing was counted, and their tiles are
/// mostly border.
static long mostCells(unsigned dimensions) { return dimensions == 1 ? 3 : 1; }

/// The rows of \p region if it is a band of parallel rows with nothing but statements inside, or
/// such statements alone.
static std::optional<unsigned> parallelRows(const KernelRegion &region) {
  const ScheduleNode &node = region.node;
  const bool flat = std::all_of(node.children.begin(), node.children.end(),
                                [](const ScheduleNode &child) { return child.rows.empty(); });
  const bool parallel = std::all_of(node.rows.begin(), node.rows.end(),
                                    [](const BandRow &row) { return row.coincident; });
  return flat && parallel ? std::optional(static_cast<unsigned>(node.rows.size())) : std::nullopt;
}

static unsigned bytesOf(const Scop &scop, const Statement &s) {
  std::set<std::pair<unsigned, bool>> moved; // Array, whether it is written.
  for (const Access &access : s.accesses)
    moved.emplace(s.references[access.reference].array, access.kind != AccessKind::Read);
  unsigned bytes = 0;
  for (const auto &[array, isWritten] : moved)
    bytes += scop.arrays[array].rank > 0 ? scop.arrays[array].elementBytes : 0;
  return bytes;
}

static bool isNear(const Dependence &edge, unsigned dimensions) {
  return edge.distance &&
         std::all_of(edge.distance->begin() + 1, edge.distance->end(),
                     [&](long d) { return std::labs(d) <= mostCells(dimensions); });
}

/// Whether what one instance computes is read by whole rows of others, as an elimination's pivot
/// is.
static bool isSpread(const Dependence &edge) {
  return edge.kind == DependenceKind::Flow &&
         affineDims(edge.relation.wrap()) > affineDims(edge.relation.domain());
}

std::optional<TimeStep> timeStepOf(const Scop &scop, const Ddg &ddg, const ScheduleNode &schedule) {
  TimeStep step;
  std::set<unsigned> statements;
  for (const KernelRegion &region : mapping::splitHost(scop, schedule)) {
    if (region.hostDims.empty())
      continue; // In front of the loop or behind it.
    const std::optional<unsigned> rows = parallelRows(region);
    if (!rows || region.hostDims.size() != 1)
      return std::nullopt;
    step.dimensions = std::max(step.dimensions, *rows); // Boundaries have fewer.
    statements.insert(region.node.statements.begin(), region.node.statements.end());
  }
  // Those of boundaries have fewer loops.
  const std::set<unsigned> launched = statements;
  std::erase_if(statements, [&](unsigned s) { return scop.statements[s].iterators.size() <= step.dimensions; });
  for (const Dependence &edge : ddg.edges)
    if (launched.count(edge.source) && statements.count(edge.target) && isSpread(edge))
      step.spreads = true;
    else if (statements.count(edge.source) && statements.count(edge.target) &&
             !isNear(edge, step.dimensions))
      return std::nullopt;
  for (unsigned s : statements) {
    ++step.statements;
    step.bytes += bytesOf(scop, scop.statements[s]);
  }
  return step.statements == 0 ? std::nullopt : std::optional(step);
}

} // namespace gputile
