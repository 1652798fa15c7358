//===- IndexSets.h - Domains of statements in parts -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_INDEXSETS_H
#define GPUTILE_TRANSFORM_INDEXSETS_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <vector>

namespace gputile {

/// A Scop some of whose statements are parts of the original one's.
struct SplitIndexSets {
  Scop scop;
  /// By index of a statement of `scop`: the original statement that it is a part of.
  std::vector<unsigned> origins;
};

/// Splits the domains of statements where their instances depend on those of one part only
/// (Griebl, Feautrier, Lengauer 2000, "Index set splitting"):
///
///   for i: a[i] = a[i] / a[k];    is sequential; i < k, i = k and i > k are not.
///
/// A loop is looked at if each dependence of the statement on itself that it carries leads from one
/// side of a plane to the other: the parts on both sides no longer depend on themselves there. The
/// instances, their accesses and their schedule stay. The first part of a statement keeps its index
/// and its name; the others are behind all statements.
///
/// \param ddg the dependences between the statements of \p scop, which may use other arrays there
/// \returns none where there is no such loop
std::optional<SplitIndexSets> splitIndexSets(const Scop &scop, const Ddg &ddg);

} // namespace gputile

#endif
