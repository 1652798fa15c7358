//===- LiveSets.h - What enters and leaves a region ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_ANALYSIS_LIVESETS_H
#define GPUTILE_ANALYSIS_LIVESETS_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <vector>

namespace gputile {

/// Element sets of one array, { A[a] } over the parameters.
struct ArrayLiveness {
  isl::set footprint; ///< Every element accessed.
  isl::set liveIn;    ///< Elements whose value before the region may be read.
  isl::set mayWrite;  ///< Elements that may be written.
  isl::set mustWrite; ///< Elements that are certainly written.
};

/// One per array of \p scop, in order. Empty sets have the array's space.
/// \param ddg the dependences of \p scop where they are known: they spare a flow analysis.
std::vector<ArrayLiveness> computeLiveness(const Scop &scop, const Ddg &ddg = {});

/// The smallest box around \p elements ({ A[a] }), as functions of the parameters. Of elements in
/// steps it may be wider for a few small sizes (Box::tight), so that it is simpler.
Box boundingBox(const isl::set &elements);

/// The smallest box around \p elements, for all sizes.
Box tightBox(const isl::set &elements);
/// The set { A[a] : lower <= a <= upper } of \p box in the space of \p like.
isl::set boxElements(const Box &box, const isl::set &like);

/// The elements of \p box in steps of \p steps from its lower end, in the space of \p like.
isl::set steppedElements(const Box &box, const std::vector<int64_t> &steps, const isl::set &like);

/// Decides what is allocated, copied in and copied out. Private arrays are
/// never copied; arrays with deadAfter are not copied out. What is stored is
/// certainly written, all of a box or in steps; else the whole box is copied in
/// first, and only what has changed is stored.
std::vector<ArrayTransfer> planTransfers(const Scop &scop,
                                         const std::vector<ArrayLiveness> &liveness);

} // namespace gputile

#endif
