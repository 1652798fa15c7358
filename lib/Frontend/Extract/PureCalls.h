//===- PureCalls.h - Calls whose value a region cannot change ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_PURECALLS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_PURECALLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// The types of the objects that evaluating \p call, without its arguments, reads: all that
/// its value depends on, besides its arguments. None when \p call may do more than compute a
/// value (see findSideEffect), or when what it reads is not known.
std::optional<std::vector<clang::QualType>> typesReadBy(const clang::ASTContext &ast,
                                                        const clang::CallExpr *call);

} // namespace gputile::frontend

#endif
