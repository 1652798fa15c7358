//===- ComplexValues.cpp - Values of complex expressions ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/ComplexSplitter.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/Refusal.h"
#include "Frontend/RegionFacts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

//===-- Text --------------------------------------------------------------------===//

Expr *ComplexSplitter::read(Expr *place) {
  return ImplicitCastExpr::Create(Ast, place->getType().getUnqualifiedType(), CK_LValueToRValue, place,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *ComplexSplitter::zero(QualType type) {
  const llvm::fltSemantics &semantics = Ast.getFloatTypeSemantics(type);
  return FloatingLiteral::Create(Ast, llvm::APFloat::getZero(semantics), /*isexact=*/true, type, SourceLocation());
}

Expr *ComplexSplitter::paren(Expr *value) {
  return new (Ast) ParenExpr(value->getBeginLoc(), value->getEndLoc(), value);
}

Expr *ComplexSplitter::unary(UnaryOperatorKind op, Expr *value) {
  return UnaryOperator::Create(Ast, paren(value), op, value->getType(), VK_PRValue, OK_Ordinary,
                               value->getExprLoc(), false, FPOptionsOverride());
}

Expr *ComplexSplitter::binary(BinaryOperatorKind op, Expr *left, Expr *right) {
  return BinaryOperator::Create(Ast, paren(left), paren(right), op, left->getType().getUnqualifiedType(),
                                VK_PRValue, OK_Ordinary, left->getExprLoc(), FPOptionsOverride());
}

/// Whether \p value may be computed several times: a number, a variable, an element, or the negative of one.
static bool isSimple(const Expr *value) {
  size_t parts = 0;
  return !anyPart(value, [&](const Stmt *part) {
    const auto *op = dyn_cast<BinaryOperator>(part);
    return ++parts > 24 || isa<CallExpr, ConditionalOperator>(part) ||
           (op && op->getType()->isRealFloatingType());
  });
}

/// \p value, or a variable that holds it, where it takes time to compute.
Expr *ComplexSplitter::kept(Expr *value) { return isSimple(value) ? value : stored(value); }

/// Whether \p value may read the real part of something.
bool ComplexSplitter::readsReal(const Expr *value) const {
  return anyPart(value, [&](const Stmt *part) {
    if (const auto *op = dyn_cast<UnaryOperator>(part))
      return op->getOpcode() == UO_Real;
    if (const auto *member = dyn_cast<MemberExpr>(part))
      return isPart(Ast, member->getType()) && partOfComplex(Ast, member->getBase()->getType()).has_value();
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    return ref && llvm::any_of(Variables, [&](const auto &entry) { return entry.second.real == ref->getDecl(); });
  });
}

/// The values that are assigned to the two parts, the real one first.
MaybeNumber ComplexSplitter::assignable(const Number &value) {
  Expr *real = kept(value.real), *imaginary = value.imaginary;
  if (real && imaginary)
    imaginary = readsReal(imaginary) ? stored(imaginary) : kept(imaginary);
  return real && (imaginary || !value.imaginary) ? MaybeNumber(Number{real, imaginary}) : std::nullopt;
}

/// A variable that holds \p value.
Expr *ComplexSplitter::stored(Expr *value) {
  if (!Before)
    return nullptr;
  const QualType type = value->getType().getUnqualifiedType();
  const SourceLocation loc = value->getExprLoc();
  auto *variable = VarDecl::Create(Ast, Owner, loc, loc, &Ast.Idents.get("part"), type,
                                   Ast.getTrivialTypeSourceInfo(type, loc), SC_None);
  variable->setInit(value);
  Before->push_back(declaration(variable));
  return read(mention(variable, loc));
}

//===-- Arithmetic --------------------------------------------------------------===//

/// A call of what Extract/ComplexProduct.h declares.
Expr *ComplexSplitter::callProduct(const char *name, const Number &left, const Number &right) {
  const QualType part = left.real->getType().getUnqualifiedType();
  const SourceLocation loc = left.real->getExprLoc();
  const QualType type = Ast.getFunctionType(part, {part, part, part, part}, {});
  auto *function = FunctionDecl::Create(Ast, Ast.getTranslationUnitDecl(), SourceLocation(), SourceLocation(),
                                        DeclarationName(&Ast.Idents.get(name)), type,
                                        Ast.getTrivialTypeSourceInfo(type), SC_Static);
  function->addAttr(ConstAttr::CreateImplicit(Ast));
  std::vector<ParmVarDecl *> parameters;
  for (unsigned k = 0; k < 4; ++k)
    parameters.push_back(ParmVarDecl::Create(Ast, function, SourceLocation(), SourceLocation(), nullptr, part,
                                             nullptr, SC_None, nullptr));
  function->setParams(parameters);
  Expr *named = DeclRefExpr::Create(Ast, NestedNameSpecifierLoc(), SourceLocation(), function, false, loc, type,
                                    VK_LValue);
  Expr *callee = ImplicitCastExpr::Create(Ast, Ast.getPointerType(type), CK_FunctionToPointerDecay, named, nullptr,
                                          VK_PRValue, FPOptionsOverride());
  return CallExpr::Create(Ast, callee, {left.real, left.imaginary, right.real, right.imaginary}, part, VK_PRValue,
                          loc, FPOptionsOverride());
}

/// (a + bi) (c + di) recovers infinities where both parts are no numbers (C, annex G). A real factor
/// multiplies both parts.
MaybeNumber ComplexSplitter::product(Number left, Number right) {
  if (!left.imaginary)
    std::swap(left, right);
  for (Expr **part : {&left.real, &left.imaginary, &right.real, &right.imaginary})
    if (*part && !(*part = kept(*part)))
      return std::nullopt;
  if (!right.imaginary)
    return Number{binary(BO_Mul, left.real, right.real), binary(BO_Mul, left.imaginary, right.real)};
  if (!RecoversInfinities)
    return Number{binary(BO_Sub, binary(BO_Mul, left.real, right.real), binary(BO_Mul, left.imaginary, right.imaginary)),
                  binary(BO_Add, binary(BO_Mul, left.real, right.imaginary),
                         binary(BO_Mul, left.imaginary, right.real))};
  return Number{callProduct("gpt_complex_real", left, right), callProduct("gpt_complex_imag", left, right)};
}

/// A real number changes the real part only; subtracted from it, the imaginary part is negative.
MaybeNumber ComplexSplitter::sum(BinaryOperatorKind op, Number left, Number right) {
  Expr *real = binary(op, left.real, right.real);
  if (left.imaginary && right.imaginary)
    return Number{real, binary(op, left.imaginary, right.imaginary)};
  if (left.imaginary)
    return Number{real, left.imaginary};
  return Number{real, op == BO_Sub ? unary(UO_Minus, right.imaginary) : right.imaginary};
}

MaybeNumber ComplexSplitter::combine(BinaryOperatorKind op, MaybeNumber left, MaybeNumber right) {
  if (!left || !right || !(left->imaginary || right->imaginary))
    return std::nullopt;
  switch (op) {
  case BO_Add:
  case BO_Sub:
    return sum(op, *left, *right);
  case BO_Mul:
    return product(*left, *right);
  case BO_Div: {
    // The quotient of two complex numbers is a function of the compiler's library.
    if (right->imaginary)
      refuse(DiagId::UnsupportedExpression, right->real->getExprLoc(), {"the quotient of complex numbers"});
    Expr *divisor = kept(right->real);
    if (!divisor)
      return std::nullopt;
    return Number{binary(BO_Div, left->real, divisor), binary(BO_Div, left->imaginary, divisor)};
  }
  default:
    return std::nullopt;
  }
}

Expr *ComplexSplitter::widened(Expr *value, QualType part) {
  if (!value || Ast.hasSameUnqualifiedType(value->getType(), part))
    return value;
  return ImplicitCastExpr::Create(Ast, part, CK_FloatingCast, value, nullptr, VK_PRValue, FPOptionsOverride());
}

MaybeNumber ComplexSplitter::converted(MaybeNumber value, QualType part) {
  if (value)
    value = Number{widened(value->real, part), widened(value->imaginary, part)};
  return value;
}

//===-- Places ------------------------------------------------------------------===//

/// The lvalue of a part of \p place, an lvalue that is no variable of the region.
Expr *ComplexSplitter::ownHalf(const Expr *place, Half half) {
  Expr *copy = expr(place);
  if (!copy)
    return nullptr;
  const QualType part = *partOfComplex(Ast, place->getType());
  if (const CXXRecordDecl *record = libraryComplex(place->getType())) {
    std::vector<FieldDecl *> fields(record->field_begin(), record->field_end());
    if (fields.empty() || fields.size() > 2)
      return nullptr;
    FieldDecl *field = fields[fields.size() == 2 && half == Half::Imaginary ? 1 : 0];
    copy = MemberExpr::CreateImplicit(Ast, copy, /*IsArrow=*/false, field, field->getType(), VK_LValue,
                                      OK_Ordinary);
    if (fields.size() == 2)
      return copy;
  }
  return UnaryOperator::Create(Ast, copy, half == Half::Real ? UO_Real : UO_Imag, part, VK_LValue, OK_Ordinary,
                               place->getExprLoc(), false, FPOptionsOverride());
}

Expr *ComplexSplitter::halfOf(const Expr *place, Half half) {
  const auto chain = memberChain(place);
  const auto parts = chain && chain->fields.empty() ? Variables.find(chain->variable) : Variables.end();
  if (parts == Variables.end())
    return ownHalf(place, half);
  Expr *named = mention(parts->second.of(half), place->getExprLoc());
  for (const Expr *subscript : chain->subscripts) {
    Expr *index = subscript ? expr(subscript) : nullptr;
    if (!index)
      return nullptr;
    named = element(named, index);
  }
  return named;
}

Expr *ComplexSplitter::element(Expr *array, Expr *index) {
  const QualType type = Ast.getAsArrayType(array->getType())->getElementType();
  Expr *pointer = ImplicitCastExpr::Create(Ast, Ast.getArrayDecayedType(array->getType()), CK_ArrayToPointerDecay,
                                           array, nullptr, VK_PRValue, FPOptionsOverride());
  return new (Ast) ArraySubscriptExpr(pointer, index, type, VK_LValue, OK_Ordinary, array->getExprLoc());
}

MaybeNumber ComplexSplitter::place(const Expr *expr) {
  Expr *real = halfOf(expr, Half::Real), *imaginary = real ? halfOf(expr, Half::Imaginary) : nullptr;
  if (!imaginary)
    return std::nullopt;
  return Number{read(real), read(imaginary)};
}

//===-- Values ------------------------------------------------------------------===//

MaybeNumber ComplexSplitter::operand(const Expr *expr) {
  if (isComplex(expr))
    return number(expr);
  while (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr->IgnoreParens()))
    expr = temporary->getSubExpr();
  Expr *real = this->expr(expr);
  if (!real || !isPart(Ast, real->getType()))
    return std::nullopt;
  return Number{real->isGLValue() ? read(withoutNoOps(real)) : real, nullptr};
}

MaybeNumber ComplexSplitter::pairOf(ArrayRef<const Expr *> parts, QualType part) {
  Number result{zero(part), zero(part)};
  if (parts.size() > 2)
    return std::nullopt;
  for (size_t k = 0; k < parts.size(); ++k) {
    if (isa<CXXDefaultArgExpr, ImplicitValueInitExpr>(parts[k]))
      continue;
    Expr *value = expr(parts[k]);
    if (!value || !isPart(Ast, value->getType()))
      return std::nullopt;
    (k == 0 ? result.real : result.imaginary) = widened(value->isGLValue() ? read(withoutNoOps(value)) : value, part);
  }
  return result;
}

/// Calls that have effects are refused anyway.
static bool changesSomething(const Expr *expr) {
  return anyPart(expr, [](const Stmt *part) {
    const auto *step = dyn_cast<UnaryOperator>(part);
    const auto *assign = dyn_cast<BinaryOperator>(part);
    return (step && step->isIncrementDecrementOp()) || (assign && assign->isAssignmentOp());
  });
}

MaybeNumber ComplexSplitter::number(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *full = dyn_cast<FullExpr>(expr))
    return number(full->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
    return number(temporary->getSubExpr());
  if (const auto *made = dyn_cast<CXXConstructExpr>(expr))
    return this->made(made);
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expr); call && !call->isGLValue())
    return operatorNumber(call);
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return castNumber(cast);
  if (expr->isGLValue())
    return changesSomething(expr) ? std::nullopt : place(expr);
  const auto part = partOfComplex(Ast, expr->getType());
  if (const auto *literal = dyn_cast<ImaginaryLiteral>(expr)) {
    auto *value = dyn_cast<FloatingLiteral>(const_cast<Expr *>(literal->getSubExpr()));
    return value ? MaybeNumber(Number{zero(*part), value}) : std::nullopt;
  }
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return unaryNumber(op);
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && !op->isAssignmentOp()) {
    llvm::SaveAndRestore recovers(RecoversInfinities,
                                  recoversInfinities(op->getFPFeaturesInEffect(Ast.getLangOpts())));
    return combine(op->getOpcode(), operand(op->getLHS()), operand(op->getRHS()));
  }
  if (const auto *op = dyn_cast<ConditionalOperator>(expr))
    return conditional(op);
  if (const auto *list = dyn_cast<InitListExpr>(expr))
    return list->getNumInits() == 1 && isComplex(list->getInit(0)) ? number(list->getInit(0))
                                                                   : pairOf(list->inits(), *part);
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return called(call);
  return std::nullopt;
}

MaybeNumber ComplexSplitter::castNumber(const CastExpr *cast) {
  const Expr *sub = cast->getSubExpr();
  const QualType part = *partOfComplex(Ast, cast->getType());
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ConstructorConversion:
    return number(sub);
  case CK_FloatingComplexCast:
    return converted(number(sub), part);
  case CK_IntegralComplexToFloatingComplex: {
    const auto *whole = dyn_cast<CastExpr>(sub->IgnoreParens());
    if (!whole || whole->getCastKind() != CK_IntegralRealToComplex)
      return std::nullopt;
    Expr *integer = expr(whole->getSubExpr());
    return integer ? MaybeNumber(Number{ImplicitCastExpr::Create(Ast, part, CK_IntegralToFloating, integer, nullptr,
                                                                 VK_PRValue, FPOptionsOverride()),
                                        zero(part)})
                   : std::nullopt;
  }
  case CK_FloatingRealToComplex: {
    Expr *real = expr(sub);
    return real ? MaybeNumber(Number{real, zero(part)}) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

MaybeNumber ComplexSplitter::unaryNumber(const UnaryOperator *op) {
  const MaybeNumber value = number(op->getSubExpr());
  if (!value)
    return std::nullopt;
  switch (op->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return value;
  case UO_Minus:
    return Number{unary(UO_Minus, value->real), unary(UO_Minus, value->imaginary)};
  case UO_Not:
    return Number{value->real, unary(UO_Minus, value->imaginary)};
  default:
    return std::nullopt;
  }
}

/// Nothing is computed before that only one branch computes.
MaybeNumber ComplexSplitter::conditional(const ConditionalOperator *op) {
  llvm::SaveAndRestore none(Before, static_cast<Items *>(nullptr));
  Expr *condition = expr(op->getCond());
  const MaybeNumber yes = condition ? number(op->getTrueExpr()) : std::nullopt;
  const MaybeNumber no = yes ? number(op->getFalseExpr()) : std::nullopt;
  if (!no || condition->HasSideEffects(Ast))
    return std::nullopt;
  const auto choose = [&](Expr *a, Expr *b) {
    return new (Ast) ConditionalOperator(condition, op->getQuestionLoc(), a, op->getColonLoc(), b, a->getType(),
                                         VK_PRValue, OK_Ordinary);
  };
  return Number{choose(yes->real, no->real), choose(yes->imaginary, no->imaginary)};
}

/// The number that a function of the library takes.
const Expr *ComplexSplitter::objectArgument(const CallExpr *call) const {
  if (const auto *ofObject = dyn_cast<CXXMemberCallExpr>(call))
    return ofObject->getNumArgs() == 0 ? ofObject->getImplicitObjectArgument() : nullptr;
  return call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
}

Function memberOf(const CXXMemberCallExpr *call) {
  const CXXMethodDecl *method = call->getMethodDecl();
  if (!method || !method->getIdentifier() ||
      !libraryComplex(method->getParent()->getASTContext().getRecordType(method->getParent())))
    return Function::None;
  return llvm::StringSwitch<Function>(method->getName())
      .Case("real", Function::Real)
      .Case("imag", Function::Imaginary)
      .Default(Function::None);
}

Function ComplexSplitter::functionOf(const CallExpr *call) const {
  const FunctionDecl *function = call->getDirectCallee();
  if (!function || !function->getIdentifier() || isa<CXXOperatorCallExpr>(call))
    return Function::None;
  StringRef name = function->getName();
  if (name == "__builtin_complex")
    return Function::Make;
  const Expr *object = objectArgument(call);
  if (!object || !isComplex(object))
    return Function::None;
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  const bool ofLibrary = method ? libraryComplex(Ast.getRecordType(method->getParent())) != nullptr
                                : function->isInStdNamespace();
  if (ofLibrary)
    return llvm::StringSwitch<Function>(name)
        .Case("real", Function::Real)
        .Case("imag", Function::Imaginary)
        .Case("conj", Function::Conjugate)
        .Case("norm", Function::Norm)
        .Default(Function::None);
  if (function->getBuiltinID() == 0)
    return Function::None;
  name.consume_front("__builtin_");
  return llvm::StringSwitch<Function>(name)
      .Cases("creal", "crealf", Function::Real)
      .Cases("cimag", "cimagf", Function::Imaginary)
      .Cases("conj", "conjf", Function::Conjugate)
      .Default(Function::None);
}

MaybeNumber ComplexSplitter::called(const CallExpr *call) {
  const Function function = functionOf(call);
  if (function == Function::Make)
    return pairOf({call->getArg(0), call->getArg(1)}, *partOfComplex(Ast, call->getType()));
  const MaybeNumber value = function == Function::Conjugate ? number(objectArgument(call)) : std::nullopt;
  return value ? MaybeNumber(Number{value->real, unary(UO_Minus, value->imaginary)}) : std::nullopt;
}

MaybeNumber ComplexSplitter::made(const CXXConstructExpr *made) {
  const QualType part = *partOfComplex(Ast, made->getType());
  if (made->getNumArgs() == 1 && isComplex(made->getArg(0)))
    return converted(number(made->getArg(0)), part);
  return pairOf({made->getArgs(), made->getNumArgs()}, part);
}

std::optional<BinaryOperatorKind> arithmeticOf(OverloadedOperatorKind op) {
  switch (op) {
  case OO_Plus:
  case OO_PlusEqual:
    return BO_Add;
  case OO_Minus:
  case OO_MinusEqual:
    return BO_Sub;
  case OO_Star:
  case OO_StarEqual:
    return BO_Mul;
  case OO_Slash:
  case OO_SlashEqual:
    return BO_Div;
  default:
    return std::nullopt;
  }
}

bool isOfLibrary(const CXXOperatorCallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  return method ? libraryComplex(method->getParent()->getASTContext().getRecordType(method->getParent())) != nullptr
                : function && function->isInStdNamespace();
}

MaybeNumber ComplexSplitter::operatorNumber(const CXXOperatorCallExpr *call) {
  const auto op = arithmeticOf(call->getOperator());
  if (!op || !isOfLibrary(call))
    return std::nullopt;
  if (call->getNumArgs() == 2)
    return combine(*op, operand(call->getArg(0)), operand(call->getArg(1)));
  const MaybeNumber value = number(call->getArg(0));
  if (!value || *op == BO_Add)
    return value;
  return Number{unary(UO_Minus, value->real), unary(UO_Minus, value->imaginary)};
}
//===-- Real numbers ------------------------------------------------------------===//

Expr *ComplexSplitter::comparison(BinaryOperatorKind op, const Expr *left, const Expr *right) {
  const MaybeNumber a = operand(left), b = operand(right);
  if (!a || !b)
    return nullptr;
  const QualType truth = truthType(Ast);
  const auto compare = [&](Expr *x, Expr *y) {
    const QualType part = (x ? x : y)->getType();
    return BinaryOperator::Create(Ast, paren(x ? x : zero(part)), paren(y ? y : zero(part)), op, truth, VK_PRValue,
                                  OK_Ordinary, left->getExprLoc(), FPOptionsOverride());
  };
  return paren(BinaryOperator::Create(Ast, compare(a->real, b->real), compare(a->imaginary, b->imaginary),
                                      op == BO_EQ ? BO_LAnd : BO_LOr, truth, VK_PRValue, OK_Ordinary,
                                      left->getExprLoc(), FPOptionsOverride()));
}

Expr *ComplexSplitter::realCall(const CallExpr *call) {
  const Function function = functionOf(call);
  if (function == Function::None || function == Function::Make || function == Function::Conjugate)
    return nullptr;
  const MaybeNumber value = number(objectArgument(call));
  if (!value)
    return nullptr;
  if (function == Function::Norm)
    return binary(BO_Add, binary(BO_Mul, value->real, value->real),
                  binary(BO_Mul, value->imaginary, value->imaginary));
  return paren(function == Function::Real ? value->real : value->imaginary);
}

/// What stands in the place of \p expr, which is not complex or a place.
Expr *ComplexSplitter::replacement(const Expr *expr) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
    return isComplex(ref) && !Variables.count(namedVariable(ref)) ? const_cast<Expr *>(expr) : nullptr;
  if (isComplex(expr))
    return nullptr;
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
      call && call->getNumArgs() == 2 && isOfLibrary(call) &&
      (call->getOperator() == OO_EqualEqual || call->getOperator() == OO_ExclaimEqual))
    return comparison(call->getOperator() == OO_EqualEqual ? BO_EQ : BO_NE, call->getArg(0), call->getArg(1));
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return realCall(call);
  if (const auto *op = dyn_cast<BinaryOperator>(expr);
      op && op->isEqualityOp() && (isComplex(op->getLHS()) || isComplex(op->getRHS())))
    return comparison(op->getOpcode(), op->getLHS(), op->getRHS());
  if (const auto *op = dyn_cast<UnaryOperator>(expr);
      op && (op->getOpcode() == UO_Real || op->getOpcode() == UO_Imag) && isComplex(op->getSubExpr())) {
    const Half half = op->getOpcode() == UO_Real ? Half::Real : Half::Imaginary;
    if (op->isGLValue())
      return halfOf(op->getSubExpr(), half);
    const MaybeNumber value = number(op->getSubExpr());
    return value ? paren(half == Half::Real ? value->real : value->imaginary) : nullptr;
  }
  if (const auto *op = dyn_cast<UnaryOperator>(expr);
      op && op->getOpcode() == UO_LNot && isComplex(op->getSubExpr()))
    return comparison(BO_EQ, op->getSubExpr(), zero(*partOfComplex(Ast, op->getSubExpr()->getType())));
  const auto *cast = dyn_cast<CastExpr>(expr);
  if (cast && cast->getCastKind() == CK_FloatingComplexToBoolean)
    return comparison(BO_NE, cast->getSubExpr(), zero(*partOfComplex(Ast, cast->getSubExpr()->getType())));
  if (cast && cast->getCastKind() == CK_FloatingComplexToReal) {
    const MaybeNumber value = number(cast->getSubExpr());
    return value ? paren(widened(value->real, cast->getType())) : nullptr;
  }
  return nullptr;
}

} // namespace gputile::frontend
