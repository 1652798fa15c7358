//===- Functions.h - Functions of a schedule map ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a schedule is in terms of a statement's iterators.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_FUNCTIONS_H
#define GPUTILE_LIB_SCHEDULE_FUNCTIONS_H

#include "gputile/Support/Isl.h"

#include <optional>
#include <vector>

namespace gputile::schedule {

/// The functions of \p map, { S[i] -> [f…] }, one per position, where each is one affine function
/// for all i. The affine hull of the graph of an affine function on a full-dimensional domain is
/// that function, even where isl holds the map in pieces. None where it has several functions, or
/// is no function. Quotients are treated as by scheduleFunctions.
std::optional<std::vector<isl::aff>> affineFunctions(const isl::map &map);

/// The functions of a piece of a schedule, one per position, without quotients where some
/// iterator has the same value: where a domain fixes an iterator to n / 2, isl may give the
/// schedule's value as floor(n / 2), with which no search can do anything.
/// \param schedule { S[i] -> [f…] }, restricted to the domain
/// \param piece    { S[i] -> [f…] }, equal to \p schedule on the domain
std::vector<isl::aff> scheduleFunctions(const isl::map &schedule, const isl::multi_aff &piece);

} // namespace gputile::schedule

#endif
