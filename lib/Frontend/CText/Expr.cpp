//===- Expr.cpp - C expressions as CUDA text ------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/Expr.h"

#include "Frontend/CText/Literal.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Describe.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/SourceText.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

PieceList &PieceList::operator<<(llvm::StringRef text) {
  OpenBrackets += text.count('(') - text.count(')');
  if (!Sealed && !Pieces.empty() && Pieces.back().kind == BodyPiece::Kind::Text)
    Pieces.back().text += text;
  else
    Pieces.push_back(BodyPiece::makeText(text.str()));
  Sealed = false;
  return *this;
}

std::vector<BodyPiece> PieceList::copy(size_t begin, size_t end) const {
  return {Pieces.begin() + static_cast<long>(begin), Pieces.begin() + static_cast<long>(end)};
}

void PieceList::repeat(size_t begin, size_t end) {
  const std::vector<BodyPiece> pieces = copy(begin, end);
  Pieces.insert(Pieces.end(), pieces.begin(), pieces.end());
}

/// Each level is some calls. Long sums and conditions are one level.
static constexpr unsigned MaxLevels = 1000;
/// Clang gives up beyond 256, with those that other text has around the expression.
static constexpr unsigned MaxBrackets = 200;

void ExprPrinter::checkDepth(const Expr *expr) const {
  if (Depth > MaxLevels || Out.openBrackets() > MaxBrackets)
    refuse(DiagId::UnsupportedExpression, expr->getExprLoc(),
           {"an expression that is nested this deeply"});
}

void ExprPrinter::value(const Expr *expr) {
  llvm::SaveAndRestore deeper(Depth, Depth + 1);
  checkDepth(expr);
  std::string literal = convertedLiteral(State.Ast, expr);
  if (!literal.empty())
    Out << literal;
  else
    Visit(expr);
}

/// \p op, its left operand if that is a binary operator that \p belongs, and so on.
template <typename Belongs>
static std::vector<const BinaryOperator *> leftChain(const BinaryOperator *op, Belongs belongs) {
  std::vector<const BinaryOperator *> chain{op};
  while (const auto *left = dyn_cast<BinaryOperator>(chain.back()->getLHS()->IgnoreParens())) {
    if (!belongs(left))
      break;
    chain.push_back(left);
  }
  return chain;
}

/// True when the text of \p expr is one token or in brackets of its own.
bool ExprPrinter::isPrimary(const Expr *expr) const {
  expr = expr->IgnoreParens();
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr)) {
    const Expr *sub = cast->getSubExpr();
    bool printed = cast->getCastKind() != CK_LValueToRValue && cast->getCastKind() != CK_NoOp &&
                   typeText(cast->getType()) != typeText(sub->getType());
    return !printed && isPrimary(sub);
  }
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return !op->isAssignmentOp() && isCall(op);
  return isa<DeclRefExpr, ArraySubscriptExpr, IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CallExpr>(expr);
}

void ExprPrinter::operand(const Expr *expr) {
  if (isPrimary(expr) || !convertedLiteral(State.Ast, expr).empty())
    return value(expr);
  Out << "(";
  value(expr);
  Out << ")";
}

void ExprPrinter::VisitStmt(const Stmt *stmt) {
  if (const auto *expr = dyn_cast<Expr>(stmt))
    if (auto constant = integerConstant(State.Ast, expr)) {
      Out << integerLiteral(*constant, expr->getType());
      return;
    }
  refuseStatement(stmt);
}

void ExprPrinter::VisitExprWithCleanups(const ExprWithCleanups *full) {
  value(full->getSubExpr());
}

void ExprPrinter::VisitGenericSelectionExpr(const GenericSelectionExpr *selection) {
  value(selection->getResultExpr());
}

void ExprPrinter::VisitChooseExpr(const ChooseExpr *choose) {
  value(choose->getChosenSubExpr());
}

void ExprPrinter::VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *literal) {
  Out << (literal->getValue() ? "true" : "false");
}

/// The argument that stands for a parameter of the template.
void ExprPrinter::VisitSubstNonTypeTemplateParmExpr(const SubstNonTypeTemplateParmExpr *argument) {
  if (auto constant = integerConstant(State.Ast, argument))
    Out << integerLiteral(*constant, argument->getType());
  else
    value(argument->getReplacement());
}

/// `T()`
void ExprPrinter::zeroOf(const Expr *expr) {
  Out << "((" << cudaType(expr->getType(), expr->getExprLoc()) << ")0)";
}

/// `T{}` and `T{x}`
void ExprPrinter::VisitInitListExpr(const InitListExpr *list) {
  if (!list->getType()->isArithmeticType() || list->getNumInits() > 1)
    refuseStatement(list);
  if (list->getNumInits() == 0)
    zeroOf(list);
  else
    value(list->getInit(0));
}

void ExprPrinter::VisitDeclRefExpr(const DeclRefExpr *ref) {
  if (const auto *constant = dyn_cast<EnumConstantDecl>(ref->getDecl())) {
    Out << integerLiteral(constant->getInitVal(), ref->getType());
    return;
  }
  VisitStmt(ref);
}

/// True for what `lvalue` prints; assignments are lvalues in C++ too.
static bool isPlace(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return op->isGLValue() && (op->getOpcode() == UO_Deref || op->getOpcode() == UO_Extension ||
                               op->getOpcode() == UO_Real || op->getOpcode() == UO_Imag);
  return isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr>(expr);
}

void ExprPrinter::VisitCastExpr(const CastExpr *cast) {
  const Expr *sub = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
    cudaType(cast->getType(), cast->getExprLoc());
    return isPlace(sub) ? lvalue(sub, Use::Read) : value(sub);
  case CK_NoOp:
    return value(sub);
  case CK_ToVoid:
    return value(sub);
  case CK_PointerToBoolean:
    return condition(cast);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
    return conversion(cast);
  default:
    refuseStatement(cast);
  }
}

void ExprPrinter::conversion(const CastExpr *cast) {
  const Expr *sub = cast->getSubExpr();
  std::string to = cudaType(cast->getType(), cast->getExprLoc());
  std::string from = cudaType(sub->getType(), sub->getExprLoc());
  if (from == to)
    return value(sub);
  Out << "(" << to << ")";
  operand(sub);
}

void ExprPrinter::VisitUnaryOperator(const UnaryOperator *op) {
  const Expr *sub = op->getSubExpr();
  switch (op->getOpcode()) {
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
    cudaType(op->getType(), op->getExprLoc());
    Out << UnaryOperator::getOpcodeStr(op->getOpcode());
    return operand(sub);
  case UO_Extension:
    return value(sub);
  case UO_LNot:
    return truth(op);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    if (op->getType()->isBooleanType() || !op->getType()->isArithmeticType())
      refuseStatement(op);
    cudaType(op->getType(), op->getExprLoc());
    if (op->isPrefix())
      Out << UnaryOperator::getOpcodeStr(op->getOpcode());
    lvalue(sub, Use::Update);
    if (op->isPostfix())
      Out << UnaryOperator::getOpcodeStr(op->getOpcode());
    return;
  default:
    refuseStatement(op);
  }
}

/// Prints a truth value with its type: int in C, bool in C++.
void ExprPrinter::truth(const Expr *expr) {
  if (expr->getType()->isBooleanType())
    return condition(expr);
  Out << "(" << cudaType(expr->getType(), expr->getExprLoc()) << ")(";
  condition(expr);
  Out << ")";
}

/// `a && b && c`, as (a && b) && c, without brackets that pile up.
void ExprPrinter::logical(const BinaryOperator *op) {
  const std::vector<const BinaryOperator *> chain = leftChain(
      op, [&](const BinaryOperator *inner) { return inner->getOpcode() == op->getOpcode(); });
  std::vector<const Expr *> terms{chain.back()->getLHS()};
  for (const BinaryOperator *part : llvm::reverse(chain))
    terms.push_back(part->getRHS());
  logicalTerms(op->getOpcode(), terms);
}

void ExprPrinter::logicalTerms(BinaryOperatorKind code, llvm::ArrayRef<const Expr *> terms) {
  const bool isAnd = code == BO_LAnd;
  const Expr *first = terms.front();
  if (terms.size() > 1 && !canBe(first, isAnd)) {
    Out << (isAnd ? "false" : "true");
    return;
  }
  Out << "(";
  condition(first);
  Out << ")";
  if (terms.size() == 1)
    return;
  Out << (isAnd ? " && " : " || ");
  guarded(first, isAnd, [&] { logicalTerms(code, terms.drop_front()); });
}

void ExprPrinter::condition(const Expr *expr) {
  llvm::SaveAndRestore deeper(Depth, Depth + 1);
  checkDepth(expr);
  expr = expr->IgnoreParens();
  if (const auto test = nullTestOf(State.Ast, expr)) {
    if (!handleNullTest(ofOrigin(State, *test)))
      refuse(DiagId::PointerUse, expr->getExprLoc(),
             {sourceText(State.Ast, test->pointer), "it is compared with null"});
    return;
  }
  if (const auto *op = dyn_cast<BinaryOperator>(expr)) {
    if (op->isLogicalOp())
      return logical(op);
    if (op->isComparisonOp() && op->getOpcode() != BO_Cmp) {
      if (op->getLHS()->getType()->isPointerType())
        refuse(DiagId::PointerUse, op->getExprLoc(),
               {sourceText(State.Ast, op->getLHS()), "it is compared"});
      cudaType(op->getLHS()->getType(), op->getLHS()->getExprLoc());
      operand(op->getLHS());
      Out << " " << op->getOpcodeStr() << " ";
      return operand(op->getRHS());
    }
  }
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_LNot) {
    Out << "!(";
    condition(op->getSubExpr());
    Out << ")";
    return;
  }
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr))
    if (cast->getCastKind() == CK_IntegralToBoolean ||
        cast->getCastKind() == CK_FloatingToBoolean)
      return condition(cast->getSubExpr());
  cudaType(expr->getType(), expr->getExprLoc());
  value(expr);
}

bool ExprPrinter::exactProduct(BinaryOperatorKind code, QualType type) const {
  return (code == BO_Mul || code == BO_MulAssign) && type->isRealFloatingType() &&
         State.exactFloatingPoint();
}

DivisionText ExprPrinter::exactDivision(const BinaryOperator *op) const {
  if (!State.Region.multipliesToDivide || !inKernel())
    return {};
  return divisionText(State.Ast, op, State.exactFloatingPoint());
}

/// Whether a call stands for \p op.
bool ExprPrinter::isCall(const BinaryOperator *op) const {
  return exactProduct(op->getOpcode(), op->getType()) || !exactDivision(op).before.empty();
}

void ExprPrinter::VisitBinaryOperator(const BinaryOperator *op) {
  if (const auto *compound = dyn_cast<CompoundAssignOperator>(op))
    return compoundAssign(compound);
  if (op->isAssignmentOp())
    return assign(op);
  if ((op->isComparisonOp() && op->getOpcode() != BO_Cmp) || op->isLogicalOp())
    return truth(op);
  if (op->isMultiplicativeOp() || op->isAdditiveOp() || op->isShiftOp() || op->isBitwiseOp())
    return arithmetic(op);
  refuseStatement(op);
}

/// Operators of one of these kinds have one precedence and associate to the left.
static bool samePrecedence(const BinaryOperator *a, const BinaryOperator *b) {
  return (a->isAdditiveOp() && b->isAdditiveOp()) ||
         (a->isMultiplicativeOp() && b->isMultiplicativeOp()) ||
         (a->isShiftOp() && b->isShiftOp()) ||
         (a->isBitwiseOp() && a->getOpcode() == b->getOpcode());
}

void ExprPrinter::checkArithmetic(const BinaryOperator *op) {
  if (!op->getLHS()->getType()->isArithmeticType() || !op->getRHS()->getType()->isArithmeticType())
    refuseStatement(op);
  cudaType(op->getType(), op->getExprLoc());
}

/// `a + b - c`, as (a + b) - c, is printed without brackets, which would pile up.
void ExprPrinter::arithmetic(const BinaryOperator *op) {
  checkArithmetic(op);
  if (exactProduct(op->getOpcode(), op->getType()))
    return product(op);
  if (const DivisionText division = exactDivision(op); !division.before.empty())
    return quotient(op->getLHS(), division);
  const std::vector<const BinaryOperator *> chain =
      leftChain(op, [&](const BinaryOperator *inner) {
        return samePrecedence(op, inner) && !isCall(inner);
      });
  for (const BinaryOperator *part : chain)
    checkArithmetic(part);
  operand(chain.back()->getLHS());
  for (const BinaryOperator *part : llvm::reverse(chain)) {
    Out << (" " + part->getOpcodeStr() + " ").str();
    operand(part->getRHS());
  }
}

void ExprPrinter::product(const BinaryOperator *op) {
  Out << "gpt_mul(";
  value(op->getLHS());
  Out << ", ";
  value(op->getRHS());
  Out << ")";
}

void ExprPrinter::quotient(const Expr *dividend, const DivisionText &division) {
  Out << division.before;
  value(dividend);
  Out << division.behind;
}

void ExprPrinter::assign(const BinaryOperator *op) {
  cudaType(op->getLHS()->getType(), op->getLHS()->getBeginLoc());
  lvalue(op->getLHS(), Use::Write);
  Out << " = ";
  value(op->getRHS());
}

void ExprPrinter::compoundAssign(const CompoundAssignOperator *op) {
  if (!op->getLHS()->getType()->isArithmeticType())
    refuseStatement(op);
  std::string type = cudaType(op->getLHS()->getType(), op->getLHS()->getBeginLoc());
  std::string computation = cudaType(op->getComputationResultType(), op->getExprLoc());
  Out.seal();
  size_t begin = Out.size();
  lvalue(op->getLHS(), Use::Update);
  const bool isProduct = exactProduct(op->getOpcode(), op->getComputationResultType());
  const bool twice = !hasEffects(State.Ast, op->getLHS());
  const DivisionText division = twice ? exactDivision(op) : DivisionText();
  if (!isProduct && division.before.empty()) {
    Out << " " << op->getOpcodeStr() << " ";
    return operand(op->getRHS());
  }
  if (!twice)
    refuseStatement(op);
  size_t end = Out.size();
  Out.seal();
  bool converts = type != computation;
  Out << " = " << (converts ? "(" + type + ")" : "") << (isProduct ? "gpt_mul(" : division.before)
      << (converts ? "(" + computation + ")" : "");
  Out.seal();
  Out.repeat(begin, end);
  if (!isProduct) {
    Out << division.behind;
    return;
  }
  Out << ", ";
  value(op->getRHS());
  Out << ")";
}

/// In C++ the branches may be places, of which a conversion around the operator reads one.
void ExprPrinter::branch(const Expr *expr) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(expr->IgnoreParens());
  if (cast && cast->isGLValue() && cast->getCastKind() == CK_NoOp)
    return branch(cast->getSubExpr()); // Adds `const`.
  return expr->isGLValue() && isPlace(expr) ? lvalue(expr, Use::Read) : operand(expr);
}

void ExprPrinter::VisitConditionalOperator(const ConditionalOperator *op) {
  if (op->getType()->isVoidType())
    refuseStatement(op);
  cudaType(op->getType(), op->getExprLoc());
  auto whenTrue = [&] { branch(op->getTrueExpr()); };
  auto whenFalse = [&] { branch(op->getFalseExpr()); };
  if (!canBe(op->getCond(), true))
    return guarded(op->getCond(), false, whenFalse);
  if (!canBe(op->getCond(), false))
    return guarded(op->getCond(), true, whenTrue);
  Out << "(";
  condition(op->getCond());
  Out << ") ? ";
  alternatives(op->getCond(), whenTrue, [&] {
    Out << " : ";
    whenFalse();
  });
}

void ExprPrinter::VisitCallExpr(const CallExpr *call) {
  if (auto constant = integerConstant(State.Ast, call)) {
    Out << integerLiteral(*constant, call->getType());
    return;
  }
  Expr::EvalResult result; // INFINITY, NAN, HUGE_VAL
  if (call->getBuiltinCallee() && !typeText(call->getType()).empty() &&
      call->EvaluateAsRValue(result, State.Ast) && result.Val.isFloat()) {
    Out << floatLiteral(result.Val.getFloat(), call->getType());
    return;
  }
  CalleeText callee = Callees.callee(call);
  Out << callee.before;
  for (unsigned a = 0; a < call->getNumArgs(); ++a) {
    if (a > 0)
      Out << ", ";
    cudaType(call->getArg(a)->getType(), call->getArg(a)->getExprLoc());
    value(call->getArg(a));
  }
  Out << callee.after;
}

} // namespace gputile::frontend
