//===- Relations.h - Relations the verifier builds --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small operations on isl relations that the parts of the verifier share.
/// "Flat" means a tuple without name and without nesting.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_RELATIONS_H
#define GPUTILE_LIB_VERIFIER_RELATIONS_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/Support/Isl.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::verifier {

unsigned domainDims(const isl::map &map);
unsigned rangeDims(const isl::map &map);
unsigned setDims(const isl::set &set);

/// { x -> [y] } as { x -> [y] } with a flat range.
isl::map flatRange(const isl::map &map);
/// The same for the domain.
isl::map flatDomain(const isl::map &map);
/// { A[x] } as the flat { [x] }.
isl::set flatSet(const isl::set &set);

/// { x -> [y_first … y_{first+count-1}] }.
isl::map selectRange(const isl::map &map, unsigned first, unsigned count);
/// { x -> [y_p : p in positions] }.
isl::map pickRange(const isl::map &map, const std::vector<unsigned> &positions);
/// { x -> [a…, b…] } from { x -> [a…] } and { x -> [b…] }.
isl::map joinRanges(const isl::map &a, const isl::map &b);
/// { [y_0 … y_{dims-1}] -> [y_first … y_{first+count-1}] }, everywhere.
isl::map projection(isl::ctx ctx, unsigned dims, unsigned first, unsigned count);

/// { x -> y : a(x) << b(y) } for a = { x -> [u] }, b = { y -> [u] }.
isl::map lexLess(const isl::map &a, const isl::map &b);
isl::map lexGreater(const isl::map &a, const isl::map &b);
isl::map lexGreaterEqual(const isl::map &a, const isl::map &b);
/// { x -> y : a(x) = b(y) }.
isl::map sameImage(const isl::map &a, const isl::map &b);

/// { x -> y : a(x) and b(y) differ in dimension \p d }.
isl::map differIn(const isl::map &a, const isl::map &b, unsigned d);
/// The numbers that the coordinates of the range of \p map from \p first on are, where they
/// plainly are one number each.
std::vector<std::optional<long>> fixedRange(const isl::map &map, unsigned first = 0);
/// Whether \p a and \p b have an element in common. isl's own test first simplifies both
/// of them as far as it can, which takes longer than the answer.
bool meet(const isl::map &a, const isl::map &b);
/// One convex set or relation without divisions that contains \p set or \p map.
isl::set hullOf(const isl::set &set);
isl::map hullOf(const isl::map &map);
/// Whether the constraints of \p set have quantified variables.
bool quantifies(const isl::set &set);

/// A superset of \p map without quantified variables; \p map itself where it has none.
isl::map withoutDivisions(const isl::map &map);

/// Whether \p part is a subset of \p whole for a reason that is found fast: each disjunct
/// lies in one of the other set, or elements of both exist because of the same
/// quantified variable. The answer no means nothing.
bool isSurelySubset(const isl::set &part, const isl::set &whole);
/// Whether \p part is a subset of \p whole.
bool isSubset(const isl::map &part, const isl::map &whole);
bool isSubset(const isl::set &part, const isl::set &whole);

/// The maps of \p maps whose domain has the name and dimension of \p like, as
/// one map into flat tuples of \p dims dimensions, restricted to \p like. Maps
/// into tuples of another dimension are reported by `fits` = false.
struct Extracted {
  isl::map map;
  bool fits = true;
};
Extracted extractFor(const isl::union_map &maps, const isl::set &like, unsigned dims);

/// The elements { A[a] : lower <= a <= upper } of \p box in the space of \p like.
/// The box must have the dimension of \p like.
isl::set elementsOf(const Box &box, const isl::set &like);
/// { A[o] -> A[a] : o <= a < o + size }.
isl::map windowOf(const isl::space &array, const std::vector<long> &size);
/// { [t] : 0 <= t < extents }.
isl::set boxOf(isl::ctx ctx, const std::vector<long> &extents);

/// A point of \p set as text, "S0[1, 2] (n = 4)"; \p set must not be empty.
std::string sampleText(const isl::set &set);
/// One pair of a relation as text.
struct PairText {
  std::string source, target; ///< "S0[1, 2]"
  std::string where;          ///< " (n = 4)" or empty.
};
PairText samplePair(const isl::map &pairs);

} // namespace gputile::verifier

#endif
