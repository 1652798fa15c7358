//===- LoopShape.h - The parts of a for statement ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Syntax only: `for (i = lower; condition; i += step)` in its many spellings.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_LOOPSHAPE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_LOOPSHAPE_H

#include "Frontend/Extract/State.h"
#include "Frontend/LoopHeader.h"

#include <vector>

namespace gputile::frontend {

/// A `for` loop whose iterator, first value, condition and step are known.
struct LoopShape {
  const clang::ForStmt *loop = nullptr;
  const clang::VarDecl *iterator = nullptr;
  const clang::Expr *lower = nullptr;     ///< The first value, or the iterator itself where it has one before.
  const clang::Expr *condition = nullptr; ///< Checked before each iteration.
  llvm::APSInt step;            ///< Not zero.
  bool declaredInside = false;          ///< `for (int i = …`.
  bool stepsInCondition = false; ///< `i-- > 0`: the body runs with one less than was compared.
  /// Other variables of the same declaration: `for (int i = 0, m = n / 2; …`.
  std::vector<const clang::VarDecl *> otherLocals;
};

/// What the step of a loop may be.
enum class StepKind {
  Constant,
  Tile, ///< The size of a tile, in a variable: the shape has step 1.
};

/// Takes \p loop apart, or refuses with what is wrong with it.
LoopShape analyseLoop(ExtractState &state, const clang::ForStmt *loop,
                      StepKind kind = StepKind::Constant);

} // namespace gputile::frontend

#endif
