//===- Obstacle.h - What keeps a body from a call's place -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_OBSTACLE_H
#define GPUTILE_LIB_FRONTEND_INLINE_OBSTACLE_H

#include "clang/AST/Decl.h"

#include <optional>
#include <string>

namespace gputile::frontend {

/// A part of a body that no copy in the place of a call can have.
struct Obstacle {
  clang::SourceLocation loc;
  std::string what; ///< "a 'goto'"
};

/// The first in the body of \p definition; none when the reason is another one, such as the order
/// of the call and of what its statement reads.
std::optional<Obstacle> obstacleIn(const clang::FunctionDecl *definition);

} // namespace gputile::frontend

#endif
