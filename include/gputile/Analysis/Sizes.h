//===- Sizes.h - Constants that stand for sizes --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes of arrays and numbers of iterations that are constants in the source, such as
/// the 1000 of i < 1000. With them the conditions on hyperplanes (Farkas' lemma) have large
/// numbers, on which linear and integer programs take minutes, and rows that order one loop
/// after the other (1000 t + i) look as good as others. What searches hyperplanes therefore
/// puts a parameter of unknown value in the place of each: what it finds holds for all
/// values, so also for the true one.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_ANALYSIS_SIZES_H
#define GPUTILE_ANALYSIS_SIZES_H

#include "gputile/IR/Ddg.h"

namespace gputile {

/// Parameters stand for constants of at least this value.
constexpr long LeastSize = 8;

/// The sizes in the bounds of iterators that the dependences of \p ddg have, ascending. One
/// size stands for constants of nearly the same value (n, n + 1, n + 2).
std::vector<long> sizesOf(const Ddg &ddg);

/// The name of the parameter for size \p k; no identifier of C has a space in it.
std::string sizeName(size_t k);

/// { S[i] -> T[j] } with a parameter in the place of each constant that one of \p sizes stands
/// for, up to the distance from that size. The parameters come after those of \p relation, in
/// order. For their values \p sizes the result is equal to \p relation. Example, sizes {1000}:
///   { S[i] : 0 <= i <= 1001 }  becomes  [p] -> { S[i] : 0 <= i <= p + 1 }
isl::basic_map withSizes(const isl::basic_map &relation, const std::vector<long> &sizes);
isl::map withSizes(const isl::map &relation, const std::vector<long> &sizes);

} // namespace gputile

#endif
