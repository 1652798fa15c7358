//===- FalseDeps.h - Removal of hindering false dependences ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_FALSEDEPS_H
#define GPUTILE_TRANSFORM_FALSEDEPS_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

#include <limits>
#include <optional>

namespace gputile {

/// A Scop with copies and its dependences (without `hindering`).
struct CopiedScop {
  Scop scop;
  Ddg ddg;
};

/// Array copying (Di et al. 2012, Algorithm 2): the reads at the source of
/// parallelism-hindering anti dependences are redirected to new Private arrays,
/// which copy statements fill before the loop that carries the dependence:
///
///   for t  for i = 1..I:  A[i] = 0.5 * (A[i] + A[i+1])          (Figure 2)
/// becomes
///   A0[I+1] = A[I+1]
///   for t { for i = 2..I:  A0[i] = A[i]
///           for i = 1..I:  A[i] = 0.5 * (A[i] + A0[i+1]) }      (Figure 7)
///
/// Elements that the region never writes are copied once, before everything.
/// Reads whose distances point into the same orthant share one array, so that
/// reuse of the copies does not hinder in turn. Once some dependences are gone,
/// others may hinder, and are removed too.
///
/// The statements of \p scop keep their index, name, domain, text and relative
/// order (their schedules get additional constant dimensions); copies follow them:
///   { C[p…, a…] -> A[a…] } read, { C[p…, a…] -> A0[a…] } written,
/// p the values of the schedule dimensions around the copy that vary.
///
/// \param ddg the dependences of \p scop with `hindering` set (markHindering)
/// \param maxCopies how many arrays may be made of one
/// \returns the new Scop; none when
///   nothing hinders, when no copy removes it (output dependences, elements
///   written between the copy and the read), when an array needs more than
///   \p maxCopies, or when the flow of values through
///   the copies is not proved to be the original's.
std::optional<CopiedScop>
removeFalseDependences(const Scop &scop, const Ddg &ddg,
                       unsigned maxCopies = std::numeric_limits<unsigned>::max());

} // namespace gputile

#endif
