//===- PointerVariables.h - Pointers that a region moves --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a region assigns pointer p, `p = a + i * n;`, the copy declares another one that keeps its
/// value until the next assignment. Where it steps p, `p++`, p becomes that pointer and a number:
/// `p[k + at]` stands for `p[k]`, and `at++` for `p++`.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_POINTERVARIABLES_H
#define GPUTILE_LIB_FRONTEND_INLINE_POINTERVARIABLES_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Replaces those pointers in \p inlined whose assignments are statements of blocks, each before all
/// that reads its value, and that nothing reads behind \p region. Others stay as they are.
void replacePointerVariables(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
