//===- VariableStep.h - Heads of loops whose step is a variable -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_VARIABLESTEP_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_VARIABLESTEP_H

#include "Frontend/LoopHeader.h"

#include <optional>

namespace gputile::frontend {

/// b of a step `i += b` that is no constant.
struct VariableStep {
  const clang::Expr *size = nullptr; ///< Converted to the type in which C adds.
  bool down = false;                 ///< `i -= b`
};

/// The step of a loop with \p header; none where it is a constant or something else.
std::optional<VariableStep> variableStep(clang::ASTContext &ast, const LoopHeader &header);

/// The first value of the only variable that the head of \p loop gives one; null where there are
/// others or none.
const clang::Expr *onlyFirstValue(const clang::ForStmt *loop, const LoopHeader &header);

/// True when there is nothing but the iterator in \p header, which steps behind the body.
bool isAlone(const LoopHeader &header);

} // namespace gputile::frontend

#endif
