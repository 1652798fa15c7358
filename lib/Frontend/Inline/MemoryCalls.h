//===- MemoryCalls.h - memcpy and memset as loops ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `memcpy(u, v, sizeof u);` becomes `for (k = 0; k < N; k++) u[k] = v[k];`.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_MEMORYCALLS_H
#define GPUTILE_LIB_FRONTEND_INLINE_MEMORYCALLS_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Replaces calls of memcpy and memset in \p inlined that are statements, over numbers of one type, where
/// the size says how many these are: a constant, or a product with `sizeof`.
void replaceMemoryCalls(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
