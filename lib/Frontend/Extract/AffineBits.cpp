//===- AffineBits.cpp - Operations on bits as functions of iterators and parameters -===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/AffineExpr.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

/// `a & mask` for masks of low bits, and `a ^ mask` for one bit.
AffineBuilder::MaybeAffine AffineBuilder::visitMask(const BinaryOperator *op, const Affine &a,
                                                    const llvm::APSInt &mask) {
  const isl::val c(State.Isl, llvm::toString(mask, 10));
  if (op->getOpcode() == BO_And) {
    if (c.is_neg() || !mask.isMask())
      return fail(AffineFailure::Kind::Other, op);
    return Affine{a.value.mod(c.add(1)), a.valid};
  }
  if (!c.is_pos() || !mask.isPowerOf2())
    return fail(AffineFailure::Kind::Other, op);
  // The bit of value c is in the result where it is not in a.
  const isl::val two(State.Isl, 2);
  const isl::pw_aff bit = a.value.scale_down(c).floor().mod(two);
  return Affine{a.value.sub(bit.scale(c.mul(two))).add_constant(c), a.valid};
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

static const BinaryOperator *exclusiveOr(const Expr *expr) {
  const auto *op = dyn_cast<BinaryOperator>(withSameLowestBit(expr));
  return op && op->getOpcode() == BO_Xor ? op : nullptr;
}

/// A sum with the lowest bit of \p expr: `^` adds bits without carrying. What wraps around in C
/// loses multiples of 2.
AffineBuilder::MaybeAffine AffineBuilder::sumOfBits(const Expr *expr) {
  llvm::SaveAndRestore deeper(Depth, Depth + 1);
  if (Depth > MaxDepth)
    return fail(AffineFailure::Kind::Other, expr);
  const BinaryOperator *op = exclusiveOr(expr);
  if (!op)
    return visit(withSameLowestBit(expr));
  MaybeAffine a = sumOfBits(op->getLHS());
  MaybeAffine b = a ? sumOfBits(op->getRHS()) : std::nullopt;
  return b ? MaybeAffine(Affine{a->value.add(b->value), a->valid.intersect(b->valid), true})
           : std::nullopt;
}

/// `(a ^ b) & 1`, as red-black sweeps say which points have the colour: `(i ^ j ^ colour) & 1`.
AffineBuilder::MaybeAffine AffineBuilder::visitLowestBit(const BinaryOperator *op) {
  const auto mask =
      op->getOpcode() == BO_And ? integerConstant(State.Ast, op->getRHS()) : std::nullopt;
  if (!mask || *mask != 1 || !exclusiveOr(op->getLHS()))
    return std::nullopt;
  const size_t parameters = State.TheScop.parameters.size();
  const AffineFailure before = Failure;
  if (MaybeAffine sum = sumOfBits(op->getLHS()))
    return Affine{sum->value.mod(isl::val(State.Isl, 2)), sum->valid};
  State.truncateParameters(parameters);
  Failure = before;
  return std::nullopt;
}

} // namespace gputile::frontend
