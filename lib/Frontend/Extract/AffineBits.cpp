//===- AffineBits.cpp - Operations on bits as functions -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/AffineBits.h"

#include "Frontend/Extract/Constants.h"
#include "Frontend/OperandChain.h"

using namespace clang;

namespace gputile::frontend {

std::optional<isl::pw_aff> masked(BinaryOperatorKind code, const isl::pw_aff &a,
                                  const llvm::APSInt &mask) {
  const isl::val c(a.ctx(), llvm::toString(mask, 10)), two(a.ctx(), 2);
  if (code == BO_And)
    return !c.is_neg() && mask.isMask() ? std::optional(a.mod(c.add(1))) : std::nullopt;
  if (!c.is_pos() || !mask.isPowerOf2())
    return std::nullopt;
  // The bit of value c is in the result where it is not in a.
  const isl::pw_aff bit = a.scale_down(c).floor().mod(two);
  return a.sub(bit.scale(c.mul(two))).add_constant(c);
}

/// \p expr without parentheses and conversions that keep its lowest bit.
static const Expr *withSameLowestBit(const Expr *expr) {
  expr = expr->IgnoreParens();
  while (const auto *cast = dyn_cast<CastExpr>(expr)) {
    if (cast->getCastKind() != CK_IntegralCast || cast->getType()->isBooleanType())
      break;
    expr = cast->getSubExpr()->IgnoreParens();
  }
  return expr;
}

std::vector<const Expr *> operandsOfLowestBit(ASTContext &ast, const BinaryOperator *op) {
  constexpr size_t most = 32;
  const auto mask = op->getOpcode() == BO_And ? integerConstant(ast, op->getRHS()) : std::nullopt;
  if (!mask || *mask != 1)
    return {};
  std::vector<const Expr *> operands = operandChain(op->getLHS(), BO_Xor, withSameLowestBit);
  if (operands.size() < 2 || operands.size() > most)
    return {};
  return operands;
}

} // namespace gputile::frontend
