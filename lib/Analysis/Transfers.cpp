//===- Transfers.cpp - What is allocated and what travels -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/LiveSets.h"

#include "AccessFlow.h"

#include <cassert>

using namespace gputile;

/// The elements of the copy-out box that hold something else than before the
/// region only by being copied in.
static isl::set notSurelyWritten(const ArrayTransfer &transfer, const ArrayLiveness &live) {
  isl::set box = boxElements(transfer.copyOutBox, live.mayWrite);
  // A scalar's box has no bounds that would say when it is empty.
  box = box.intersect_params(live.mayWrite.params());
  return box.subtract(live.mustWrite).coalesce();
}

static ArrayTransfer transferOf(const Array &array, const ArrayLiveness &live, unsigned index,
                                const isl::set &known) {
  ArrayTransfer transfer;
  transfer.array = index;
  transfer.footprint = live.footprint;
  transfer.box = boxHull(live.footprint);
  transfer.copyInSet = transfer.copyOutSet = isl::set::empty(live.footprint.space());
  if (array.storage == ArrayStorage::Private)
    return transfer;
  bool written = !live.mayWrite.is_empty();
  transfer.byValue = array.rank == 0 && !written && !live.footprint.is_empty();
  if (transfer.byValue)
    return transfer;
  transfer.copyOut = written && !array.deadAfter;
  transfer.copyInSet = live.liveIn;
  if (transfer.copyOut) {
    transfer.copyOutSet = live.mayWrite;
    transfer.copyOutBox = boxHull(live.mayWrite);
    isl::set kept = notSurelyWritten(transfer, live).intersect_params(known);
    transfer.copyInSet = transfer.copyInSet.unite(kept.gist_params(known)).coalesce();
  }
  transfer.copyIn = !transfer.copyInSet.is_empty();
  if (transfer.copyIn)
    transfer.copyInBox = boxHull(transfer.copyInSet);
  return transfer;
}

std::vector<ArrayTransfer> gputile::planTransfers(const Scop &scop,
                                                  const std::vector<ArrayLiveness> &liveness) {
  assert(liveness.size() == scop.arrays.size() && "one liveness per array");
  std::vector<ArrayTransfer> result;
  isl::set known = knownOf(scop);
  for (unsigned i = 0; i < scop.arrays.size(); ++i)
    result.push_back(transferOf(scop.arrays[i], liveness[i], i, known));
  return result;
}
