//===- Transfers.cpp - What is allocated and what travels -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/LiveSets.h"

#include "Analysis/AccessFlow.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

using namespace gputile;
using namespace gputile::analysis;

/// \p elements of the copy-out box where it is used: a scalar's box has no bounds that
/// would say when it is empty.
static isl::set whereWritten(const isl::set &elements, const ArrayLiveness &live,
                             const isl::set &known) {
  return elements.intersect_params(live.mayWrite.params()).intersect_params(known);
}

/// The distance of neighbours among \p elements, per dimension.
static std::vector<int64_t> stepsOf(const isl::set &elements) {
  std::vector<int64_t> steps;
  for (int d = 0; d < isl_set_dim(elements.get(), isl_dim_set); ++d) {
    // A fixed value has step 0.
    isl::val step = isl::manage(isl_set_get_stride(elements.get(), d));
    const bool usual = step.gt(1) && isl_val_cmp_si(step.get(), INT32_MAX) < 0;
    steps.push_back(usual ? step.num_si() : 1);
  }
  return steps;
}

/// Decides how elements of the copy-out box are kept that the program may not write.
static void keepUnwritten(ArrayTransfer &transfer, const ArrayLiveness &live,
                          const isl::set &known) {
  isl::set box = whereWritten(boxElements(transfer.copyOutBox, live.mayWrite), live, known);
  if (box.is_subset(live.mustWrite))
    return;
  std::vector<int64_t> steps = stepsOf(live.mayWrite);
  isl::set stepped = steppedElements(transfer.copyOutBox, steps, live.mayWrite);
  // Steps may begin elsewhere in each row.
  const bool holdsAll = live.mayWrite.intersect_params(known).is_subset(stepped);
  if (holdsAll && whereWritten(stepped, live, known).is_subset(live.mustWrite)) {
    transfer.copyOutSteps = steps;
    return;
  }
  transfer.compared = true;
  transfer.copyInSet = transfer.copyInSet.unite(box.gist_params(known)).coalesce();
}

/// True when elements lie between those of \p elements in each part of their box, as in a
/// row of which every second element is used.
static bool hasSteps(const isl::set &elements) {
  std::vector<int64_t> steps = stepsOf(elements);
  return std::any_of(steps.begin(), steps.end(), [](int64_t step) { return step > 1; });
}

/// A box around \p elements of the array that leaves \p allocated nowhere.
static Box copiedBox(const isl::set &elements, const Box &allocated, const isl::set &known) {
  const Box box = boundingBox(elements);
  if (box.tight || boxElements(box, elements)
                       .intersect_params(known)
                       .is_subset(boxElements(allocated, elements)))
    return box;
  return tightBox(elements);
}

static ArrayTransfer transferOf(const Array &array, const ArrayLiveness &live, unsigned index,
                                const isl::set &known) {
  ArrayTransfer transfer;
  transfer.array = index;
  transfer.footprint = live.footprint;
  transfer.box = boundingBox(live.footprint);
  transfer.copyInSet = transfer.copyOutSet = isl::set::empty(live.footprint.space());
  if (array.storage == ArrayStorage::Private)
    return transfer;
  bool written = !live.mayWrite.is_empty();
  transfer.byValue =
      array.rank == 0 && !array.inDeviceMemory && !written && !live.footprint.is_empty();
  if (transfer.byValue)
    return transfer;
  transfer.copyOut = written && !array.deadAfter;
  transfer.copyInSet = live.liveIn;
  if (transfer.copyOut) {
    transfer.copyOutSet = live.mayWrite;
    transfer.copyOutBox = copiedBox(live.mayWrite, transfer.box, known);
    keepUnwritten(transfer, live, known);
  }
  transfer.copyIn = !transfer.copyInSet.is_empty();
  if (transfer.copyIn)
    transfer.copyInBox = copiedBox(transfer.copyInSet, transfer.box, known);
  transfer.probed = transfer.copyIn && (transfer.compared || array.assumedExtent ||
                                        !transfer.copyInBox.tight || hasSteps(transfer.copyInSet));
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
