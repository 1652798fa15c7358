//===- Increments.h - Increments inside expressions -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `c[m++] = a[i];` becomes `c[m] = a[i]; m++;`, and `x = *++p;` becomes `++p; x = *p;`.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_INCREMENTS_H
#define GPUTILE_LIB_FRONTEND_INLINE_INCREMENTS_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Makes statements of their own of the increments and decrements in \p inlined that stand inside
/// of other statements, run whenever these do, and are the only mention of their variable there.
void separateIncrements(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
