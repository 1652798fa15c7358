//===- Arithmetic.cpp - Operators of interpreted programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include <cmath>

using namespace clang;

namespace gputile::reader {

Lanes Interpreter::unary(const UnaryOperator *op) {
  const Expr *operand = op->getSubExpr();
  switch (op->getOpcode()) {
  case UO_AddrOf:
    if (operand->getType()->isFunctionType())
      return value(operand);
    return addressOf(operand);
  case UO_Plus:
  case UO_Extension:
    return value(operand);
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    break;
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec: {
    const Place at = place(operand);
    const QualType type = operand->getType();
    const Lanes old = load(at, type);
    const BinaryOperatorKind kind = op->isIncrementOp() ? BO_Add : BO_Sub;
    const Lanes changed = arithmetic(kind, old, type, uniform(1), Context.IntTy, type);
    store(at, type, changed);
    return op->isPostfix() ? old : changed;
  }
  default:
    throw NotFollowed{"an operator"};
  }
  const ValueType type = valueType(Context, operand->getType());
  Lanes result = value(operand);
  for (size_t l = 0; l < result.size(); ++l) {
    if (!Active[l])
      continue;
    uint64_t &bits = result.bits[l];
    if (op->getOpcode() == UO_Not)
      bits = wrapped(~bits, type);
    else if (op->getOpcode() == UO_LNot)
      bits = bits == 0;
    else if (type.kind != ValueType::Integer)
      bits = fromDouble(-asDouble(bits, type), type);
    else
      bits = integerResult(BO_Sub, 0, bits, type, type);
  }
  return result;
}

Lanes Interpreter::logical(const BinaryOperator *op) {
  const bool isAnd = op->getOpcode() == BO_LAnd;
  Mask all = Active, first = truth(op->getLHS());
  Lanes result = uniform(0);
  for (size_t l = 0; l < all.size(); ++l) {
    result.bits[l] = all[l] && first[l];
    Active[l] = all[l] && (isAnd ? first[l] : !first[l]);
  }
  if (any(Active)) {
    const Mask second = truth(op->getRHS());
    for (size_t l = 0; l < all.size(); ++l)
      if (Active[l])
        result.bits[l] = second[l];
  }
  Active = all;
  return result;
}

Lanes Interpreter::binary(const BinaryOperator *op) {
  if (op->getOpcode() == BO_Assign)
    return assign(op);
  if (op->isLogicalOp())
    return logical(op);
  if (op->getOpcode() == BO_Comma) {
    value(op->getLHS());
    return value(op->getRHS());
  }
  const Lanes a = value(op->getLHS()), b = value(op->getRHS());
  return arithmetic(op->getOpcode(), a, op->getLHS()->getType(), b, op->getRHS()->getType(),
                    op->getType());
}

Lanes Interpreter::assign(const BinaryOperator *op) {
  const Lanes values = value(op->getRHS());
  store(place(op->getLHS()), op->getLHS()->getType(), values);
  return values;
}

Lanes Interpreter::compound(const CompoundAssignOperator *op) {
  const Lanes right = value(op->getRHS());
  const QualType type = op->getLHS()->getType(), wide = op->getComputationLHSType();
  const Place at = place(op->getLHS());
  Lanes left = load(at, type);
  const auto kind = [&](QualType from, QualType to) {
    const bool a = from->isFloatingType(), b = to->isFloatingType();
    return a ? (b ? CK_FloatingCast : CK_FloatingToIntegral) : b ? CK_IntegralToFloating : CK_IntegralCast;
  };
  if (!type->isPointerType())
    left = converted(left, type, wide, kind(type, wide));
  Lanes result = arithmetic(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), left, wide,
                            right, op->getRHS()->getType(), op->getComputationResultType());
  if (!type->isPointerType())
    result = converted(result, op->getComputationResultType(), type,
                       kind(op->getComputationResultType(), type));
  store(at, type, result);
  return result;
}

Lanes Interpreter::conditional(const AbstractConditionalOperator *op) {
  const Mask all = Active, chosen = truth(op->getCond());
  Lanes result = uniform(0);
  for (const bool first : {true, false}) {
    for (size_t l = 0; l < all.size(); ++l)
      Active[l] = all[l] && (chosen[l] != 0) == first;
    if (!any(Active))
      continue;
    const Lanes part = scalarOrRecord(first ? op->getTrueExpr() : op->getFalseExpr());
    for (size_t l = 0; l < all.size(); ++l)
      if (Active[l] && part.size() > l) {
        result.bits[l] = part.bits[l];
        result.setUnknown(l, part.isUnknown(l));
      }
  }
  Active = all;
  return result;
}

static bool isComparison(BinaryOperatorKind op) { return BinaryOperator::isComparisonOp(op); }

template <typename T> static bool compare(BinaryOperatorKind op, T a, T b) {
  switch (op) {
  case BO_LT:
    return a < b;
  case BO_LE:
    return a <= b;
  case BO_GT:
    return a > b;
  case BO_GE:
    return a >= b;
  case BO_EQ:
    return a == b;
  default:
    return a != b;
  }
}

static double floatingResult(BinaryOperatorKind op, double a, double b) {
  switch (op) {
  case BO_Add:
    return a + b;
  case BO_Sub:
    return a - b;
  case BO_Mul:
    return a * b;
  case BO_Div:
    return a / b;
  default:
    throw NotFollowed{"an operator of floating-point numbers"};
  }
}

/// In float, where C computes in float.
static uint64_t floatingBits(BinaryOperatorKind op, uint64_t a, uint64_t b, const ValueType &type) {
  const double x = asDouble(a, type), y = asDouble(b, type);
  if (type.kind == ValueType::Double)
    return fromDouble(floatingResult(op, x, y), type);
  // The double that is nearest to the exact result rounds to the right float: 53 >= 2*24+2.
  return fromDouble(floatingResult(op, x, y), type);
}

uint64_t Interpreter::integerResult(BinaryOperatorKind op, uint64_t a, uint64_t b,
                                    const ValueType &operand, const ValueType &result) const {
  const __int128 x = asInteger(a, operand), y = asInteger(b, operand);
  __int128 exact = 0;
  switch (op) {
  case BO_Add:
    exact = x + y;
    break;
  case BO_Sub:
    exact = x - y;
    break;
  case BO_Mul:
    exact = x * y;
    break;
  case BO_Div:
  case BO_Rem:
    if (y == 0)
      throw Fault{"divides by zero"};
    exact = op == BO_Div ? x / y : x % y;
    break;
  case BO_And:
    exact = x & y;
    break;
  case BO_Or:
    exact = x | y;
    break;
  case BO_Xor:
    exact = x ^ y;
    break;
  default:
    throw NotFollowed{"an operator of integers"};
  }
  if (result.isSigned && !fits(exact, result))
    throw Fault{"computes an integer that its type of " + std::to_string(8 * result.bytes) +
                " bits does not hold"};
  return wrapped(static_cast<uint64_t>(exact), result);
}

Lanes Interpreter::pointerOffset(const Lanes &pointer, QualType pointee, const Lanes &index,
                                 const ValueType &indexType, int sign) {
  const int64_t size = pointee->isVoidType() ? 1 : Context.getTypeSizeInChars(pointee).getQuantity();
  Lanes result = pointer;
  for (size_t l = 0; l < result.size(); ++l) {
    if (!Active[l])
      continue;
    result.bits[l] += static_cast<uint64_t>(static_cast<int64_t>(asInteger(index.bits[l], indexType)) * size * sign);
    if (index.isUnknown(l))
      result.setUnknown(l);
  }
  return result;
}

static uint64_t shifted(BinaryOperatorKind op, uint64_t a, const ValueType &type, __int128 count) {
  if (count < 0 || count >= 8 * type.bytes)
    throw Fault{"shifts by more bits than there are"};
  const __int128 value = asInteger(a, type);
  return wrapped(static_cast<uint64_t>(op == BO_Shl ? value << int(count) : value >> int(count)), type);
}

Lanes Interpreter::arithmetic(BinaryOperatorKind op, const Lanes &a, QualType aType, const Lanes &b,
                              QualType bType, QualType resultType) {
  const ValueType left = valueType(Context, aType), right = valueType(Context, bType),
                  target = valueType(Context, resultType);
  if (left.kind == ValueType::Pointer && right.kind == ValueType::Integer)
    return pointerOffset(a, aType->getPointeeType(), b, right, op == BO_Sub ? -1 : 1);
  if (right.kind == ValueType::Pointer && left.kind == ValueType::Integer)
    return pointerOffset(b, bType->getPointeeType(), a, left, 1);
  Lanes result = uniform(0);
  const bool shift = op == BO_Shl || op == BO_Shr;
  for (size_t l = 0; l < result.size(); ++l) {
    if (!Active[l])
      continue;
    uint64_t &bits = result.bits[l];
    if (a.isUnknown(l) || b.isUnknown(l)) {
      result.setUnknown(l);
      continue;
    }
    if (shift)
      bits = shifted(op, a.bits[l], left, asInteger(b.bits[l], right));
    else if (left.kind == ValueType::Pointer && op == BO_Sub)
      bits = static_cast<uint64_t>(static_cast<int64_t>(a.bits[l] - b.bits[l]) /
                                   Context.getTypeSizeInChars(aType->getPointeeType()).getQuantity());
    else if (isComparison(op) && left.kind != ValueType::Float && left.kind != ValueType::Double)
      bits = compare<__int128>(op, asInteger(a.bits[l], left), asInteger(b.bits[l], left));
    else if (isComparison(op))
      bits = compare<double>(op, asDouble(a.bits[l], left), asDouble(b.bits[l], right));
    else if (left.kind == ValueType::Integer)
      bits = integerResult(op, a.bits[l], b.bits[l], left, target);
    else
      bits = floatingBits(op, a.bits[l], b.bits[l], left);
  }
  return result;
}

Lanes Interpreter::converted(const Lanes &from, QualType source, QualType target, CastKind kind) {
  const ValueType a = valueType(Context, source), b = valueType(Context, target);
  Lanes result = from;
  for (size_t l = 0; l < result.size(); ++l) {
    if (!Active[l] || result.isUnknown(l))
      continue;
    uint64_t &bits = result.bits[l];
    switch (kind) {
    case CK_IntegralCast:
      if (b.isSigned && !fits(asInteger(bits, a), b))
        throw Fault{"converts an integer to a type of " + std::to_string(8 * b.bytes) +
                    " bits that does not hold it"};
      bits = wrapped(bits, b);
      break;
    case CK_IntegralToBoolean:
    case CK_PointerToBoolean:
      bits = bits != 0;
      break;
    case CK_FloatingToBoolean:
      bits = asDouble(bits, a) != 0;
      break;
    case CK_FloatingCast:
      bits = fromDouble(asDouble(bits, a), b);
      break;
    case CK_IntegralToFloating:
      bits = b.kind == ValueType::Float
                 ? fromDouble(a.isSigned ? float(int64_t(bits)) : float(bits), b)
                 : fromDouble(a.isSigned ? double(int64_t(bits)) : double(bits), b);
      break;
    case CK_FloatingToIntegral: {
      const double real = std::trunc(asDouble(bits, a));
      if (!(std::fabs(real) < 9.2e18) || (b.isSigned && !fits(static_cast<__int128>(real), b)))
        throw Fault{"converts a floating-point number that its integer type does not hold"};
      bits = wrapped(static_cast<uint64_t>(static_cast<int64_t>(real)), b);
      break;
    }
    default:
      break;
    }
  }
  return result;
}

} // namespace gputile::reader
