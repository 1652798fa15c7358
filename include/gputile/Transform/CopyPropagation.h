//===- CopyPropagation.h - Copies that become versions --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_COPYPROPAGATION_H
#define GPUTILE_TRANSFORM_COPYPROPAGATION_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// An array that holds the last values of others.
struct Versions {
  std::string array;                ///< Its name in the new Scop.
  std::vector<std::string> sources; ///< The arrays whose values it holds, as users know them.
  unsigned count;                   ///< The extent of its first dimension.
};

/// A Scop without some of its copies.
struct PropagatedCopies {
  Scop scop;
  std::vector<Versions> versions;
};

/// Copy propagation with modulo storage. A statement of a loop that only copies elements of one
/// array to the same elements of another is no computation: who reads the copy can read what was
/// copied, as long as that is kept.
///
///   for t { for i: B[i] = f(A[i-1], A[i+1]);          becomes
///           for i: A[i] = B[i]; }
///
///   for i: V[1][i] = A[i];
///   for t  for i: V[t % 2][i] = f(V[(t-1) % 2][i-1], V[(t-1) % 2][i+1]);
///   for i: A[i] = V[(T-1) % 2][i];  for i: B[i] = V[(T-1) % 2][i];
///
/// The arrays that copies of one outermost loop tie together share a new Private array. Its first
/// subscript is the loop's time modulo the number of versions: one more than the greatest distance
/// in time between a value's computation and a read of it. Elements that the loop does not compute
/// before it reads them come from in front of it.
///
/// Statements keep their name, domain, text and relative order (their schedules get additional
/// dimensions); copies that became superfluous are left out, new ones follow the others:
///   { C[v, a…] -> V[v, a…] } in front of the loop,  { C[a…] -> A[a…] } behind it.
///
/// \returns none where there is nothing to propagate: no copy whose values a later iteration
///   reads, copies of other elements, accesses that are not affine, distances that vary.
std::optional<PropagatedCopies> propagateCopies(const Scop &scop);

} // namespace gputile

#endif
