//===- Structures.h - Structures as their members ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region is analysed as if it had a variable for each member of its own structures, and copied
/// structures member by member: `struct vector v = a[i]; v.x *= 2; b[i] = v;` is
/// `double v_x = a[i].x, v_y = a[i].y; v_x *= 2; b[i].x = v_x; b[i].y = v_y;`. Also `e, f;` is
/// `e; f;`, as macros for complex numbers have it.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_STRUCTURES_H
#define GPUTILE_LIB_FRONTEND_INLINE_STRUCTURES_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Replaces what can be replaced in \p region. The rest stays and is refused where it runs.
void splitStructures(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
