//===- VariableStep.cpp - Heads of loops whose step is a variable ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/VariableStep.h"

#include "Frontend/AssignedVariable.h"

using namespace clang;

namespace gputile::frontend {

std::optional<VariableStep> variableStep(ASTContext &ast, const LoopHeader &header) {
  const auto *op =
      dyn_cast_or_null<BinaryOperator>(header.step ? header.step->IgnoreParens() : nullptr);
  if (!op || stepOf(ast, header.iterator, header.step))
    return std::nullopt;
  if (op->getOpcode() == BO_AddAssign || op->getOpcode() == BO_SubAssign)
    return VariableStep{op->getRHS(), op->getOpcode() == BO_SubAssign};
  const auto *sum = dyn_cast<BinaryOperator>(op->getRHS()->IgnoreParenImpCasts());
  const bool adds = op->getOpcode() == BO_Assign && sum &&
                    (sum->getOpcode() == BO_Add || sum->getOpcode() == BO_Sub) &&
                    namedVariable(sum->getLHS()->IgnoreParenImpCasts()) == header.iterator;
  return adds ? std::optional(VariableStep{sum->getRHS(), sum->getOpcode() == BO_Sub})
              : std::nullopt;
}

const Expr *onlyFirstValue(const ForStmt *loop, const LoopHeader &header) {
  if (header.first)
    return cast<BinaryOperator>(header.first)->getRHS();
  const auto *declared = dyn_cast_or_null<DeclStmt>(loop->getInit());
  const auto *variable =
      declared && declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
  return variable && variable == header.iterator ? variable->getInit() : nullptr;
}

bool isAlone(const LoopHeader &header) {
  return header.iterator && header.step && header.before.empty() && header.after.empty() &&
         !header.stepsInCondition;
}

} // namespace gputile::frontend
