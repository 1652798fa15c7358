//===- OrderedUpdates.cpp - Updates that keep loops sequential --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/OrderedUpdates.h"

#include "gputile/Transform/PartialSums.h"

#include <set>

namespace gputile::driver {

/// Whether \p edge leads from one update of an element to the next one.
static bool isUpdateChain(const Scop &scop, const Dependence &edge) {
  if (edge.kind != DependenceKind::Flow || edge.source != edge.target)
    return false;
  const std::vector<Access> &accesses = scop.statements[edge.source].accesses;
  return accesses[edge.sourceAccess].relation.is_equal(accesses[edge.targetAccess].relation);
}

bool clauseHelps(const Scop &scop, unsigned statement, unsigned reference) {
  const Update *update = updateOf(scop.statements[statement], reference);
  if (!update)
    return true;
  const unsigned array = scop.statements[statement].references[reference].array;
  Scop allowed = scop;
  for (Statement &s : allowed.statements)
    for (Update &other : s.updates)
      if (s.references[other.reference].array == array && other.order == UpdateOrder::Fixed &&
          clauseOperator(other.op) == clauseOperator(update->op))
        other.order = UpdateOrder::Reassociable;
  const auto sums = withPartialSums(allowed, {statement});
  return sums && sums->scop.statements[statement].references[reference].array != array;
}

std::vector<DiagNote> orderedUpdates(const Scop &scop, const Ddg &ddg) {
  std::vector<DiagNote> notes;
  std::set<unsigned> named;
  for (const Dependence &edge : ddg.edges) {
    if (!isUpdateChain(scop, edge))
      continue;
    const Statement &statement = scop.statements[edge.source];
    const unsigned reference = statement.accesses[edge.sourceAccess].reference;
    const Reference &written = statement.references[reference];
    const Array &array = scop.arrays[written.array];
    if (!named.insert(written.array).second)
      continue;
    std::string what = "the update of '" + array.sourceName + "' (" + array.elementType +
                       "), whose order matters";
    if (!written.reduction.empty() && clauseHelps(scop, edge.source, reference))
      what += " unless clause '" + written.reduction + "' allows another one";
    notes.push_back({DiagId::NoteHere, written.loc, {what + ","}});
  }
  return notes;
}

} // namespace gputile::driver
