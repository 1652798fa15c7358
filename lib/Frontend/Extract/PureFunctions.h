//===- PureFunctions.h - Mathematical functions -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_PUREFUNCTIONS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_PUREFUNCTIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace gputile::frontend {

/// A function of the C library without effects that CUDA has too.
struct PureFunction {
  std::string name;   ///< In CUDA: "sqrt", "sqrtf".
  bool exact = false; ///< The GPU's result has the same bits as the host's.
  bool truth = false; ///< Only zero or not zero is defined: isnan and the like.
};

/// The function that \p call calls, if it is one of these: declared in a system
/// header or built in, with the usual type.
std::optional<PureFunction> pureFunction(clang::ASTContext &ast, const clang::CallExpr *call);

} // namespace gputile::frontend

#endif
