//===- CostFit.h - alpha, beta and gamma from measured times ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// "Linear curve fitting using the least-square method" of Di and Xue 2011, section 3.3, and how
/// good a model is (section 5). Times are nanoseconds.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_COSTFIT_H
#define GPUTILE_MODEL_COSTFIT_H

#include "gputile/Model/TileTime.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace gputile {

/// A run whose time was measured. The paper measures one inter-tile wavefront of B * P full tiles;
/// T_total is linear in the three costs for any other kernel, too.
struct MeasuredRun {
  TileWork tile;           ///< Of its tile sizes.
  TotalWork total;         ///< Of its problem size.
  double blockBarrier = 0; ///< sigma_thd for the threads of its blocks.
  double time = 0;         ///< Measured.
};

/// What fits runs best.
struct FittedCosts {
  TileCosts costs;
  double largestError = 0; ///< The largest relative error over the runs.
};

/// |estimated - measured| / measured.
double relativeError(double estimated, double measured);

/// By how much the layout that a model prefers may be slower than the best one, as a part of the
/// time of the best: (1 + e_m) / (1 + e_opt) - 1 (section 5).
/// \param best e_opt, the signed relative error of the estimate for the layout that is preferred
/// \param other e_m, the largest signed relative error of the estimate for another
double performanceGap(double best, double other);

/// The costs with the least sum of squares of the differences between T_total and measured times.
/// beta may be negative: it corrects alpha.
/// \returns an error where there are fewer than three runs, where their tiles do not tell the three
///          costs apart, and where some warps or elements would cost less than nothing
llvm::Expected<FittedCosts> fitCosts(const std::vector<MeasuredRun> &runs);

} // namespace gputile

#endif
