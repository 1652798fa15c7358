//===- ClosedForms.h - Integers that nests of loops count -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In `for (i = 0; i < n; i++) for (j = 0; j < m; j++) { b[k] = a[i][j]; k++; }` the copy has
/// `b[k + i * m + j]`, and no loop changes k: what statements change by the same amount whenever
/// they run is known from how often they have run, where the loops around them are rectangular.
/// Pointers that walk through rows are numbers that are counted so (PointerVariables.h).
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_CLOSEDFORMS_H
#define GPUTILE_LIB_FRONTEND_INLINE_CLOSEDFORMS_H

#include "Frontend/Inline/Inline.h"
#include "Frontend/Inline/LoopSizes.h"

namespace gputile::frontend {

/// Gives integers of \p inlined their values in the nests that count them, but for those that one
/// loop steps by a constant (Extract/Inductions.h).
/// \returns what has to hold then; none where nothing is replaced
std::optional<LoopSizes> closeForms(clang::ASTContext &ast, const MarkedRegion &region,
                                    InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
