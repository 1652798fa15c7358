//===- PointerNames.h - Other names of pointers that move -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_POINTERNAMES_H
#define GPUTILE_LIB_FRONTEND_INLINE_POINTERNAMES_H

#include "Frontend/Inline/Inline.h"
#include "Frontend/Inline/PointerMoves.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// What must be different objects so that \p pointers are changed as the loop among \p statement,
/// of \p region, hands them on, and that this changes nothing else that \p statement reads: one of
/// them and another lvalue. \returns none where it cannot be told, or where a path to one of them
/// changes
std::optional<std::vector<PointerTurns::Value>> mustBeApart(const clang::ASTContext &ast,
                                                            const MarkedRegion &region,
                                                            const clang::Stmt *statement,
                                                            const MovedPointers &pointers);

} // namespace gputile::frontend

#endif
