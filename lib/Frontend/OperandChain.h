//===- OperandChain.h - Operands of a chain of one operator -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_OPERANDCHAIN_H
#define GPUTILE_LIB_FRONTEND_OPERANDCHAIN_H

#include "clang/AST/Expr.h"

#include <vector>

namespace gputile::frontend {

/// a, b, c and d of `a op (b op c) op d`, from left to right.
/// \param strip takes away what does not count around operations and operands
template <typename Strip>
std::vector<const clang::Expr *> operandChain(const clang::Expr *expr,
                                              clang::BinaryOperatorKind code, Strip &&strip) {
  std::vector<const clang::Expr *> operands, pending{expr};
  while (!pending.empty()) {
    const clang::Expr *part = strip(pending.back());
    pending.pop_back();
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    if (op && op->getOpcode() == code)
      pending.insert(pending.end(), {op->getRHS(), op->getLHS()});
    else
      operands.push_back(part);
  }
  return operands;
}

/// The same through parentheses.
inline std::vector<const clang::Expr *> operandChain(const clang::Expr *expr,
                                                     clang::BinaryOperatorKind code) {
  return operandChain(expr, code, [](const clang::Expr *part) { return part->IgnoreParens(); });
}

} // namespace gputile::frontend

#endif
