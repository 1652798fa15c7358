//===- IslTools.h - Small operations on isl values --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What isl's C++ bindings lack, for all layers: wrappers of isl's C functions and short
/// combinations of them, without any judgement about programs.
///
/// "Flat" means a tuple without name and without nesting. As in isl, a function whose name
/// begins with "plain" looks only at what the constraints plainly say: its "no", or its
/// missing answer, means nothing. Parameters stay as they are unless a function is about them.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_ISLTOOLS_H
#define GPUTILE_SUPPORT_ISLTOOLS_H

#include "gputile/Support/Isl.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// 2 for { S[i, j] -> A[k] }.
unsigned domainDims(const isl::map &map);
/// 1 for { S[i, j] -> A[k] }.
unsigned rangeDims(const isl::map &map);
/// 2 for { S[i, j] }.
unsigned setDims(const isl::set &set);

/// The function { S[…] -> [(x_d)] } on the tuples of \p domain.
isl::aff coordinateOn(const isl::space &domain, unsigned d);

/// { A[x_0 … x_{n-1}] } without the dimensions from \p first on, and without A:
/// { A[i, j, k] : i < j < k }, 1, 1 becomes { [i, k] : i <= k - 2 }.
isl::set dropDims(const isl::set &set, unsigned first, unsigned count);
/// The same for the range of { x -> A[y] }.
isl::map dropRangeDims(const isl::map &map, unsigned first, unsigned count);
/// { x -> [y] } with \p count dimensions more from \p first on, all of them \p value:
/// { [i] -> [i, j] }, 1, 7 becomes { [i] -> [i, 7, j] }.
isl::map insertFixed(const isl::map &map, unsigned first, long value, unsigned count = 1);
/// { [x_d] }: what dimension \p d of { A[x] } is.
isl::set onlyDim(const isl::set &set, unsigned d);
/// { A[x] : x_d = value }.
isl::set fixDim(const isl::set &set, unsigned d, long value);
/// { A[x] : x_d >= value }.
isl::set boundBelow(const isl::set &set, unsigned d, long value);
/// { A[x] } without any condition on \p count dimensions from \p first on:
/// { [i, j] : 0 <= i < j }, 0, 1 becomes { [i, j] : j > 0 }.
isl::set freeDims(const isl::set &set, unsigned first, unsigned count);

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// { x -> A[[y] -> [z]] } as the flat { x -> [y, z] }.
isl::map flatRange(const isl::map &map);
/// The same for the domain.
isl::map flatDomain(const isl::map &map);
/// { A[x] } as the flat { [x] }.
isl::set flatSet(const isl::set &set);
/// { A[x] } as { B[x] } for \p name = B.
isl::set named(const isl::set &set, const std::string &name);

/// { x -> [y_first … y_{first+count-1}] } from { x -> A[y] }.
isl::map selectRange(const isl::map &map, unsigned first, unsigned count);
/// { x -> [y_p : p in positions] } from { x -> A[y] }.
isl::map pickRange(const isl::map &map, const std::vector<unsigned> &positions);
/// { x -> [a…, b…] } from { x -> [a…] } and { x -> [b…] }.
isl::map joinRanges(const isl::map &a, const isl::map &b);
/// { [y_0 … y_{dims-1}] -> [y_first … y_{first+count-1}] }, everywhere.
isl::map projection(isl::ctx ctx, unsigned dims, unsigned first, unsigned count);
/// { x -> y } for all x of \p domain and all y of \p range.
isl::map allPairs(const isl::set &domain, const isl::set &range);
/// { [x -> y] -> x } for the pairs of \p map = { x -> y }.
isl::map domainMap(const isl::map &map);
/// { [x -> y] -> y }.
isl::map rangeMap(const isl::map &map);
/// { x -> y : x_d = y_e }.
isl::map equateDims(const isl::map &map, unsigned d, unsigned e);
/// { x -> x } on the space of \p map = { x -> y }, where x and y are of one kind.
isl::map identityLike(const isl::map &map);

//===----------------------------------------------------------------------===//
// Relations from two others: { x -> y } for a = { x -> [u] } and b = { y -> [u] }
//===----------------------------------------------------------------------===//

/// { x -> y : a(x) << b(y) }, lexicographically.
isl::map lexLess(const isl::map &a, const isl::map &b);
isl::map lexGreater(const isl::map &a, const isl::map &b);
isl::map lexGreaterEqual(const isl::map &a, const isl::map &b);
/// { x -> y : a(x) = b(y) }.
isl::map sameImage(const isl::map &a, const isl::map &b);
/// { x -> y : a(x) and b(y) differ in dimension \p d }.
isl::map differIn(const isl::map &a, const isl::map &b, unsigned d);

//===----------------------------------------------------------------------===//
// Supersets in simpler terms
//===----------------------------------------------------------------------===//

/// Whether the constraints of \p set have quantified variables, as those of
/// { [i] : exists e : i = 2e } do.
bool quantifies(const isl::set &set);
/// The same set with quantified variables that are functions of the others, so that two sets have
/// them in common: { [i] : exists e : i <= 2e <= i + 1 } becomes { [i] : i <= 2 floor((i + 1) / 2)
/// }.
isl::set withKnownDivs(const isl::set &set);
isl::map withKnownDivs(const isl::map &map);
/// A superset without quantified variables: { [i] : exists e : i = 2e and i >= 0 } becomes
/// { [i] : i >= 0 }.
isl::set withoutDivs(const isl::set &set);
isl::map withoutDivs(const isl::map &map);
/// A superset without the constraints that involve parameters: [n] -> { [i] -> [j] : 0 <= j < n }
/// becomes { [i] -> [j] : 0 <= j }.
isl::map withoutParamConstraints(const isl::map &map);
/// \p map without the constraints that its elements from \p domain, or into \p range, meet anyway.
isl::map gistDomain(const isl::map &map, const isl::set &domain);
isl::map gistRange(const isl::map &map, const isl::set &range);
/// One convex superset whose constraints are among those of the pieces: of
/// { [i] : 0 <= i <= 1 or 5 <= i <= 6 } it is { [i] : 0 <= i <= 6 }.
isl::basic_set simpleHull(const isl::set &set);
isl::basic_map simpleHull(const isl::map &map);
/// The same without quantified variables.
isl::basic_set hullOf(const isl::set &set);
isl::basic_map hullOf(const isl::map &map);

/// The dimension of the affine hull for given parameters: 1 for { [i, j] : j = i + n }.
unsigned affineDims(const isl::set &set);

//===----------------------------------------------------------------------===//
// Plain answers
//===----------------------------------------------------------------------===//

/// The number that dimension \p d of all elements of \p set is; none where that is not plain.
std::optional<long> plainFixedDim(const isl::set &set, unsigned d);
/// The same for the range of \p map.
std::optional<long> plainFixedRangeDim(const isl::map &map, unsigned d);

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The same with the parameters of \p like first, in their order.
isl::map alignParams(const isl::map &map, const isl::space &like);

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// { [t] : 0 <= t < extents }.
isl::set boxOf(isl::ctx ctx, const std::vector<long> &extents);
/// { A[o] -> A[a] : o <= a < o + size } for \p array = { A[a] }.
isl::map windowOf(const isl::space &array, const std::vector<long> &size);

} // namespace gputile

#endif
