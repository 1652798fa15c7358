//===- PlacesOfExtrema.h - Where extrema stand ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `for (…) if (a[i] > m) { m = a[i]; at = i; }` has to run in order. The same is found by loops
/// that do not: those of the extremum alone, and then the first i with a[i] == m, which is an
/// extremum of integers. So is the last i of `if (a[i] < 0) at = i;`.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_PLACESOFEXTREMA_H
#define GPUTILE_LIB_FRONTEND_INLINE_PLACESOFEXTREMA_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Takes the loops of \p inlined that look for extrema and their places apart.
/// \returns these loops, as they were
std::vector<const clang::ForStmt *>
findPlacesAfterwards(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
