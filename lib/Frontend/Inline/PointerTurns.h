//===- PointerTurns.h - Pointers that exchange what they point to -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where each iteration of a region's loop hands the values of pointers on among them, these take
/// turns:
///
///   for (t = 0; t < T; t++) { f(u, v); w = u; u = v; v = w; }      becomes
///
///   for (k = 0; k < T; k += 2) { f(u, v); if (k + 1 < T) f(v, u); }
///   for (t = 0; t < T; t++) ;
///
/// in which no pointer changes. Integers are handed on likewise, also as `k = 1 - k`, or `k = !k`
/// and the like. The second loop tells how often the first one runs, and leaves t. Behind the
/// region the pointers get the values that they have after so many iterations. (Modulo variable
/// expansion: Lam 1988, "Software pipelining".)
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_POINTERTURNS_H
#define GPUTILE_LIB_FRONTEND_INLINE_POINTERTURNS_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Takes the turns of pointers in \p inlined apart: variables, and members and the like that a
/// fixed path reaches; or those of integers, which only their names reach. The loop is no part of
/// another one; all its jumps stay in an iteration; it hands on nothing else than the values of
/// these pointers, by assignments among them or of differences of constants and integers, in at
/// most four turns. Else \p inlined stays as it is.
void takePointerTurnsApart(clang::ASTContext &ast, const MarkedRegion &region,
                           InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
