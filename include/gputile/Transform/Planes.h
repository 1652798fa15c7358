//===- Planes.h - Planes of arrays as arrays ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_PLANES_H
#define GPUTILE_TRANSFORM_PLANES_H

#include "gputile/IR/Planes.h"
#include "gputile/IR/Scop.h"

#include <optional>

namespace gputile {

struct PlanesApart {
  Scop scop;
  PlaneChange change;
};

/// Undoes the folding of an array of states into a few planes that take turns:
///
///   for t  for i: A[(t + 1) % 2][i] = f(A[t % 2][i-1], A[t % 2][i+1]);      becomes
///
///   for u { for i: A1[i] = f(A0[i-1], A0[i+1]);
///           for i: A0[i] = f(A1[i-1], A1[i+1]); }
///
/// with A0 = A[0] and A1 = A[1]; the second statement lacks its last instances where the number of
/// iterations is odd. The first iterator of each statement has to be the loop around all of them,
/// and all first subscripts of an array that changes have to be numbers in every so many-th
/// iteration, not in all of them. Where no iterations are to be told apart, an array in several
/// planes, A[1][i] = f(A[0][i]), is one for each of them. Everything is the same list of instances,
/// in the same order.
///
/// \returns none where there is no such array, or for more than 4 iterations
std::optional<PlanesApart> takePlanesApart(const Scop &scop);

} // namespace gputile

#endif
