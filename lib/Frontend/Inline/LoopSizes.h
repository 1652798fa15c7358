//===- LoopSizes.h - What copies of loops demand of sizes -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_LOOPSIZES_H
#define GPUTILE_LIB_FRONTEND_INLINE_LOOPSIZES_H

#include "clang/AST/Expr.h"

#include <vector>

namespace gputile::frontend {

/// What has to hold where a copy of a region stands for it.
struct LoopSizes {
  /// How often a loop runs, which the region does not change: not less than 0, or than 1 where it
  /// divides.
  struct Size {
    const clang::Expr *value; ///< Of the copy.
    bool divides;
    /// The number of bits that it may have, so that products do not wrap around; 0: they do not.
    unsigned bits;
    clang::SourceLocation loc; ///< Of the loop.
  };
  std::vector<Size> sizes;
  std::vector<const clang::Expr *> fixed; ///< What the region must not change, of the copy.
};

} // namespace gputile::frontend

#endif
