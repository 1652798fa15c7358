//===- CarriedValues.h - Values of the iteration before ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `for (i = 0; i < n; i++) { a[i] = b[i] + x; x = b[i]; }` needs each iteration before the next.
/// Where what a loop keeps for the next iteration can be computed there, it does not: x is `i > 0 ?
/// b[i - 1] : x`, with its value in front of the loop, and only the last iteration assigns it.
/// Wrap-around variables, `im = n - 1; for (…) { …b[im]…; im = i; }`, are such.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_CARRIEDVALUES_H
#define GPUTILE_LIB_FRONTEND_INLINE_CARRIEDVALUES_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Computes what loops of \p inlined keep for the next iteration where it is used.
/// \returns these loops, as they were
std::vector<const clang::ForStmt *>
computeCarriedValues(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
