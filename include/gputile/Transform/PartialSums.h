//===- PartialSums.h - Sums of floating-point numbers in parallel ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_PARTIALSUMS_H
#define GPUTILE_TRANSFORM_PARTIALSUMS_H

#include "gputile/IR/Scop.h"

#include <map>
#include <optional>
#include <vector>

namespace gputile {

/// A Scop whose sums are made of partial sums, and what became of the instances of its
/// statements.
struct PartialSums {
  Scop scop;
  /// By index of those statements that have other dimensions than before:
  /// { S[i_new…] -> S[i_old…] }, one to one.
  std::map<unsigned, isl::map> instances;
};

/// Partial sums stand in this many rows and columns.
inline constexpr long PartialRows = 256, PartialColumns = 256;
/// Parts of so many iterations, where their order stays.
inline constexpr long PartLength = 32;

/// Whether \p scop has updates that can be made of parts.
bool hasPartialSums(const Scop &scop);

/// Sums (and products) that may be reassociated, `s += e` in the loop over i, become
///
///   P[r][c] = -0.0;  Q[c] = -0.0;                      // for all rows r and columns c
///   for k, r, c:  P[r][c] += e(i = 65536 k + 256 r + c);
///   for r, c:  Q[c] += P[r][c];
///   for c:  s += Q[c];
///
/// or, in the two innermost loops over i and j that can be split, i = 256 k + r and
/// j = 256 l + c. The shape of the sum depends on the iterations alone. -0.0 changes no sum.
///
/// Least and greatest numbers whose order matters, `if (e < s) s = e` (of zeros with two signs the
/// first one stays), are those of parts that are combined in order:
///
///   P[g][r] = infinity;  Q[g] = infinity;
///   for g, r, k:  P[g][r] = e < P[g][r] ? e : P[g][r]  with e(i = 32 (256 g + r) + k);
///   for g, r:  Q[g] = P[g][r] < Q[g] ? P[g][r] : Q[g];
///   for g:  s = Q[g] < s ? Q[g] : s;
///
/// or, in the two innermost loops, i = g and j = 32 r + k. Where a NaN takes the place of what was
/// before it, `s = s < e ? s : e`, parts also tell whether one did.
///
/// The loops are the outermost ones in which nothing else uses the sum. Statements keep their
/// index; those that make and add partial sums follow them.
///
/// \param statements those whose sums may change
/// \returns none where no sum of \p statements can be split
std::optional<PartialSums> withPartialSums(const Scop &scop,
                                           const std::vector<unsigned> &statements);

} // namespace gputile

#endif
