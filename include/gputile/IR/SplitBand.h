//===- SplitBand.h - A time loop whose space is parallel ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What scheme `split` tiles (Grosser et al. 2013): statements in a time loop, with
/// coordinates such that a later time carries every dependence, and the
/// dependence cone.
///
/// With k steps per iteration of the time loop, folded time is
///   tau(S[i]) = k * time(S[i]) + step(S)
/// (section 4.3 of the paper). Every dependence between different instances advances
/// tau, or stays at one point (tau, x), where leaves order the statements.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_SPLITBAND_H
#define GPUTILE_IR_SPLITBAND_H

#include "gputile/Support/Isl.h"

#include <map>
#include <vector>

namespace gputile {

/// num / den, not negative, in lowest terms.
struct Slope {
  long num = 0, den = 1;
  bool isZero() const { return num == 0; }
};

/// The dependence cone in one dimension: the smallest slopes with -down * dtau <= dx <= up * dtau
/// for all dependences.
struct ConeSlopes {
  Slope up, down;
  bool isZero() const { return up.isZero() && down.isZero(); }
};

/// A time loop with parallel space, in the coordinates in which it is split tiled.
struct SplitBand {
  std::vector<unsigned> statements;                ///< Ascending.
  std::map<unsigned, isl::aff> time;               ///< { S[i] -> [(t)] }
  std::map<unsigned, unsigned> step;               ///< Below \c steps.
  unsigned steps = 1;                              ///< k.
  std::map<unsigned, unsigned> leaf;               ///< Different for every statement.
  std::vector<std::map<unsigned, isl::aff>> space; ///< Per dimension { S[i] -> [(x_d)] }.
  std::vector<ConeSlopes> cone;                    ///< Per dimension.
  /// Statements with fewer space loops than there are dimensions: they are at one
  /// place in the others.
  std::vector<unsigned> thin;
  /// The loops around the time loop, outermost first, { S[i] -> [(k)] }: the host's.
  std::vector<std::map<unsigned, isl::aff>> around;
};

} // namespace gputile

#endif
