//===- UniteElements.h - Unions of many elements -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Long statements reach hundreds of elements that differ in numbers only, as in A[i][0] and
/// A[i][1]. Their union is a few boxes, which isl would find pair by pair.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_UNITEELEMENTS_H
#define GPUTILE_SUPPORT_UNITEELEMENTS_H

#include "gputile/Support/Isl.h"

#include <vector>

namespace gputile {

/// Positions in \p maps, which are in one space: those in one group are the same but for the
/// dimensions of the range that are plainly one number. Groups, and positions in them, are in
/// the order of \p maps.
///   { S[i] -> A[i, 0] }, { S[i] -> A[i + 1, 0] }, { S[i] -> A[i, 2] } gives { 0, 2 } and { 1 }.
std::vector<std::vector<size_t>> groupsOfElements(const std::vector<isl::map> &maps);

/// The union of \p maps, at least one, with a part for each box of numbers.
///   { S[i] -> A[i, 0] }, { S[i] -> A[i, 1] } gives { S[i] -> A[i, a] : 0 <= a <= 1 }.
isl::map uniteElements(const std::vector<isl::map> &maps);

} // namespace gputile

#endif
