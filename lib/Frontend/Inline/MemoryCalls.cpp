//===- MemoryCalls.cpp - memcpy and memset as loops ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/MemoryCalls.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Containers.h"

#include "clang/Basic/Builtins.h"

using namespace clang;

namespace gputile::frontend {

namespace {

/// A call that stores \p count elements.
struct MemoryCall {
  const CallExpr *call;
  const Expr *target;
  const Expr *source = nullptr; ///< Null: zeros are stored.
  const Expr *count;            ///< Of what the pointers point to.
};

/// The call that \p item is, if nothing uses its value.
const CallExpr *calledAlone(const Stmt *item) {
  const auto *expr = dyn_cast<Expr>(item);
  while (const auto *cast = dyn_cast_or_null<CastExpr>(expr ? expr->IgnoreParens() : nullptr)) {
    if (cast->getCastKind() != CK_ToVoid)
      break;
    expr = cast->getSubExpr();
  }
  return expr ? dyn_cast<CallExpr>(expr->IgnoreParens()) : nullptr;
}

/// \p argument as the pointer that it was before it became one to void.
const Expr *pointerIn(const Expr *argument) {
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(argument->IgnoreParens())) {
    if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp)
      break;
    argument = cast->getSubExpr();
  }
  return argument->getType()->isPointerType() ? argument : nullptr;
}

class MemoryCalls : public Cloner {
public:
  MemoryCalls(ASTContext &ast, DeclContext *owner, const Stmt *region, Originals &originals)
      : Cloner(ast, owner, /*fresh=*/false, originals), Copies(originals) {
    forEachPart(region, [&](const Stmt *part) {
      const CallExpr *call = calledAlone(part);
      if (const auto known = call ? memoryCall(call) : std::nullopt)
        Calls.emplace(part, *known);
    });
  }
  bool any() const { return !Calls.empty(); }

protected:
  bool isReplaced(const Stmt *stmt) const override { return Calls.count(stmt); }

  bool append(const Stmt *item, std::vector<Stmt *> &items) override {
    const auto known = Calls.find(item);
    if (known == Calls.end())
      return Cloner::append(item, items);
    const MemoryCall &call = known->second;
    items.push_back(loopOver(call.target, call.source, const_cast<Expr *>(call.count), call.call->getExprLoc()));
    Copies[items.back()] = item;
    return true;
  }

private:
  Originals &Copies;
  std::map<const Stmt *, MemoryCall> Calls;

  std::optional<MemoryCall> memoryCall(const CallExpr *call) const {
    const unsigned id = call->getBuiltinCallee();
    const bool copies = id == Builtin::BImemcpy || id == Builtin::BI__builtin_memcpy;
    const bool fills = id == Builtin::BImemset || id == Builtin::BI__builtin_memset;
    if ((!copies && !fills) || call->getNumArgs() != 3)
      return std::nullopt;
    const Expr *target = pointerIn(call->getArg(0)), *source = copies ? pointerIn(call->getArg(1)) : nullptr;
    if (!target || (copies && !source) || hasEffects(Ast, target) || (source && hasEffects(Ast, source)))
      return std::nullopt;
    const QualType type = target->getType()->getPointeeType();
    const QualType number = Ast.getBaseElementType(type);
    if (!number->isArithmeticType() || number.isVolatileQualified() || type->isVariablyModifiedType() ||
        (source && !Ast.hasSameUnqualifiedType(type, source->getType()->getPointeeType())))
      return std::nullopt;
    const auto value = fills ? call->getArg(1)->getIntegerConstantExpr(Ast) : std::nullopt;
    if (fills && !(value && *value == 0))
      return std::nullopt;
    const Expr *count = countOf(call->getArg(2), Ast.getTypeSizeInChars(type).getQuantity());
    return count ? std::optional(MemoryCall{call, target, source, count}) : std::nullopt;
  }

  static const Expr *withoutConversion(const Expr *expr) {
    const auto *cast = dyn_cast<ImplicitCastExpr>(expr->IgnoreParens());
    return cast && cast->getCastKind() == CK_IntegralCast ? cast->getSubExpr()->IgnoreParens() : expr->IgnoreParens();
  }

  /// \p bytes divided by \p size. A number that memcpy is given is not negative: conversions of it change nothing.
  const Expr *countOf(const Expr *bytes, int64_t size) const {
    bytes = bytes->IgnoreParens();
    if (size <= 0)
      return nullptr;
    if (const auto constant = bytes->getIntegerConstantExpr(Ast)) {
      const int64_t all = constant->getExtValue();
      return all >= 0 && all % size == 0 ? number(static_cast<uint64_t>(all / size), bytes->getExprLoc()) : nullptr;
    }
    const auto *product = dyn_cast<BinaryOperator>(bytes);
    if (!product || product->getOpcode() != BO_Mul)
      return nullptr;
    for (const auto &[one, other] :
         {std::pair(product->getLHS(), product->getRHS()), std::pair(product->getRHS(), product->getLHS())})
      if (const auto constant = one->getIntegerConstantExpr(Ast); constant && constant->getExtValue() == size)
        return withoutConversion(other);
    return nullptr;
  }

  Expr *number(uint64_t value, SourceLocation loc) const {
    const QualType type = Ast.getPointerDiffType();
    return IntegerLiteral::Create(Ast, llvm::APInt(static_cast<unsigned>(Ast.getIntWidth(type)), value), type, loc);
  }

  Expr *converted(Expr *value, QualType type) {
    if (Ast.hasSameUnqualifiedType(value->getType(), type))
      return value;
    return ImplicitCastExpr::Create(Ast, type, CK_IntegralCast, value, nullptr, VK_PRValue, FPOptionsOverride());
  }

  Expr *element(const Expr *pointer, Expr *index) {
    return new (Ast) ArraySubscriptExpr(const_cast<Expr *>(pointer), index, pointer->getType()->getPointeeType(),
                                        VK_LValue, OK_Ordinary, pointer->getExprLoc());
  }

  Expr *decayed(Expr *array) {
    return ImplicitCastExpr::Create(Ast, Ast.getArrayDecayedType(array->getType()), CK_ArrayToPointerDecay, array,
                                    nullptr, VK_PRValue, FPOptionsOverride());
  }

  Expr *read(Expr *place) {
    return ImplicitCastExpr::Create(Ast, place->getType().getUnqualifiedType(), CK_LValueToRValue, place, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  }

  /// 0 as \p type.
  Expr *zero(QualType type, SourceLocation loc) {
    Expr *none = IntegerLiteral::Create(Ast, llvm::APInt(static_cast<unsigned>(Ast.getIntWidth(Ast.IntTy)), 0),
                                        Ast.IntTy, loc);
    if (Ast.hasSameUnqualifiedType(type, Ast.IntTy))
      return none;
    const CastKind kind = type->isRealFloatingType() ? CK_IntegralToFloating
                          : type->isBooleanType()    ? CK_IntegralToBoolean
                                                     : CK_IntegralCast;
    return ImplicitCastExpr::Create(Ast, type, kind, none, nullptr, VK_PRValue, FPOptionsOverride());
  }

  /// The loop over \p count elements of \p target, and those in arrays that these are.
  Stmt *loopOver(const Expr *target, const Expr *source, Expr *count, SourceLocation loc) {
    const QualType type = Ast.getPointerDiffType();
    VarDecl *k = VarDecl::Create(Ast, Owner, loc, loc, &Ast.Idents.get("k"), type,
                                 Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
    k->setInit(number(0, loc));
    Expr *to = element(target, read(mention(k, loc)));
    Expr *from = source ? element(source, read(mention(k, loc))) : nullptr;
    Stmt *body = nullptr;
    if (const auto *array = Ast.getAsConstantArrayType(to->getType())) {
      body = loopOver(decayed(to), from ? decayed(from) : nullptr, number(array->getSize().getZExtValue(), loc), loc);
    } else {
      const QualType plain = to->getType().getUnqualifiedType();
      body = BinaryOperator::Create(Ast, to, from ? read(from) : zero(plain, loc), BO_Assign, plain,
                                    Ast.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary, loc,
                                    FPOptionsOverride());
    }
    Expr *condition =
        BinaryOperator::Create(Ast, read(mention(k, loc)), converted(count, type), BO_LT,
                               truthType(Ast), VK_PRValue, OK_Ordinary, loc, FPOptionsOverride());
    Expr *step = UnaryOperator::Create(Ast, mention(k, loc), UO_PostInc, type, VK_PRValue, OK_Ordinary, loc, false,
                                       FPOptionsOverride());
    return new (Ast) ForStmt(Ast, declaration(k), condition, nullptr, step, body, loc, loc, loc);
  }
};

} // namespace

void replaceMemoryCalls(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function)
    return;
  Cloner::Originals copies;
  MemoryCalls calls(ast, const_cast<FunctionDecl *>(region.function), inlined.statement, copies);
  if (Stmt *copy = calls.any() ? calls.regionCopy(inlined.statement) : nullptr)
    inlined.replace(copy, copies);
}

} // namespace gputile::frontend
