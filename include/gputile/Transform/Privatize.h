//===- Privatize.h - Expansion of scalars and temporaries ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_PRIVATIZE_H
#define GPUTILE_TRANSFORM_PRIVATIZE_H

#include "gputile/IR/Scop.h"

#include <map>
#include <optional>

namespace gputile {

/// Gives every iteration of the outer loops its own copy of a scalar (or small
/// array) whose values never flow from one iteration to another, which removes
/// the anti and output dependences that its reuse causes. Applied to arrays that
/// are Private or deadAfter; { S[i,j,k] -> s[] } becomes { S[i,j,k] -> s[i,j] }
/// with as many leading iterators as all its flow dependences keep equal, without those behind that
/// the element determines. The
/// result's value-based flow is the original's (checked; otherwise the array is
/// left alone). Expanded arrays become Private. An array is small where it has few elements, or
/// where all copies together are no more than the elements of an array that the region shares with
/// the program: { S[i,j] -> t[j] } as t[i,j] beside A[i,j].
///
/// \param shared by array the number of outermost loops whose iterations share copies: with one,
///        { S[t,i,j] -> s[] } becomes { S[t,i,j] -> s[i,j] }
Scop privatize(const Scop &scop, const std::map<unsigned, unsigned> &shared = {});

/// Whether \p array would be expanded so, were its values not read after the region.
bool canExpand(const Scop &scop, unsigned array);

/// \p scop for those values of its parameters, by its guard, for which arrays like `double t[n]`, whose sizes
/// depend on these, are small enough to be expanded; none where there are no such arrays.
std::optional<Scop> withSmallTemporaries(const Scop &scop);

} // namespace gputile

#endif
