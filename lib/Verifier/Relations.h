//===- Relations.h - Relations the verifier builds --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Questions about isl relations that the parts of the verifier share. Its own judgements
/// stand here; wrappers of isl are common to all layers (Support/IslTools.h).
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_RELATIONS_H
#define GPUTILE_LIB_VERIFIER_RELATIONS_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/Support/IslTools.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::verifier {

/// The numbers that the coordinates of the range of \p map from \p first on are, where they
/// plainly are one number each.
std::vector<std::optional<long>> plainFixedRange(const isl::map &map, unsigned first = 0);
/// Whether \p a and \p b have an element in common. isl's own test first simplifies both
/// of them as far as it can, which takes longer than the answer.
bool meet(const isl::map &a, const isl::map &b);
/// A superset of \p map without quantified variables; \p map itself where it has none.
isl::map withoutDivisions(const isl::map &map);

/// Whether \p part is a subset of \p whole for a reason that is found fast: each disjunct
/// lies in one of the other set, or elements of both exist because of the same
/// quantified variable. The answer no means nothing.
bool plainIsSubset(const isl::set &part, const isl::set &whole);
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
