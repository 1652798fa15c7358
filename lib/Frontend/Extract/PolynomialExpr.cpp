//===- PolynomialExpr.cpp - C expressions as polynomials ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/PolynomialExpr.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Parts.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

/// The bits of a value that equals its polynomial.
static constexpr unsigned Exact = ~0U;
/// The bits of addresses: values equal modulo 2^64 are the same subscript.
static constexpr unsigned AddressBits = 64;
/// Of arithmetic whose results a test in front of the region can be about.
static constexpr unsigned CheckedBits = 32;
/// Deeper expressions are atoms: each level is read by a call.
static constexpr unsigned MaxDepth = 200;

Polynomial PolynomialReader::read(const Expr *expr, Locals locals,
                                  std::vector<Polynomial> *inRange) {
  Replaced = locals;
  const llvm::SaveAndRestore collecting(InRange, inRange);
  Value value = visit(expr);
  const bool isEqual = value.bits >= AddressBits || assumeInRange(value);
  return isEqual && value.polynomial.known() ? value.polynomial : makeAtom(expr).polynomial;
}

/// Makes \p value, equal modulo 2^32, exact if the caller sees to its range. All integer types of
/// 32 bits have the numbers of that range.
bool PolynomialReader::assumeInRange(Value &value) {
  if (!InRange || value.bits != CheckedBits)
    return false;
  InRange->push_back(value.polynomial);
  value.bits = Exact;
  return true;
}

PolynomialReader::Value PolynomialReader::visit(const Expr *expr) {
  expr = expr->IgnoreParens();
  llvm::SaveAndRestore deeper(Depth, Depth + 1);
  if (Depth < MaxDepth && isInteger(expr->getType()))
    if (auto value = taken(expr); value && value->polynomial.known())
      return *value;
  return makeAtom(expr);
}

std::optional<PolynomialReader::Value> PolynomialReader::taken(const Expr *expr) {
  if (auto value = integerConstant(State.Ast, expr)) {
    if (auto number = value->tryExtValue())
      return Value{*number, Exact};
    return std::nullopt;
  }
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
    return visitVariable(dyn_cast<VarDecl>(ref->getDecl()));
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return visitCast(cast);
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return visitUnary(op);
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return visitBinary(op);
  if (const auto *choice = dyn_cast<ConditionalOperator>(expr))
    return visitChoice(choice);
  return std::nullopt;
}

std::optional<PolynomialReader::Value> PolynomialReader::knownValue(const VarDecl *variable) {
  if (auto known = State.FixedLocals.find(variable); known != State.FixedLocals.end())
    return visit(known->second);
  const ScalarValue *known = State.Scalars.find(variable);
  if (!known || !known->polynomial)
    return std::nullopt;
  // A value of fewer bits than addresses have is exact, or it would have been an atom.
  const unsigned bits = State.Ast.getIntWidth(integerType(variable->getType()));
  return Value{*known->polynomial, bits < AddressBits ? Exact : AddressBits};
}

/// The value that the region gives to \p variable first.
static const Expr *firstValue(const RegionFacts &facts, const VarDecl *variable) {
  auto written = facts.written.find(variable);
  if (written == facts.written.end())
    return facts.declared.count(variable) && !facts.iterators.count(variable) ? variable->getInit() : nullptr;
  const auto *op = dyn_cast<BinaryOperator>(written->second->IgnoreParens());
  return op && op->getOpcode() == BO_Assign ? op->getRHS() : nullptr;
}

std::optional<PolynomialReader::Value> PolynomialReader::likelyValue(const VarDecl *variable) {
  auto [found, added] = Guesses.emplace(variable, std::nullopt);
  const Expr *value = added ? firstValue(State.Facts, variable) : nullptr;
  if (value && isInteger(variable->getType())) {
    const Value guess = visit(value);
    Guesses[variable] = guess;
    return guess;
  }
  return found->second;
}

std::optional<PolynomialReader::Value> PolynomialReader::visitVariable(const VarDecl *variable) {
  const APValue *constant = variable ? constantVariable(variable) : nullptr;
  if (constant && constant->isInt())
    if (auto number = constant->getInt().tryExtValue())
      return Value{*number, Exact};
  if (!variable)
    return std::nullopt;
  return Replaced == Locals::Likely ? likelyValue(variable) : knownValue(variable);
}

/// The bits of a result in \p type of operands with \p bits.
unsigned PolynomialReader::bitsOfResult(unsigned bits, QualType type) const {
  const bool wraps =
      type->isUnsignedIntegerType() || State.Ast.getLangOpts().isSignedOverflowDefined();
  return wraps ? std::min<unsigned>(bits, State.Ast.getIntWidth(type)) : bits;
}

/// Conversion to a type that does not have all values keeps their residue.
std::optional<PolynomialReader::Value> PolynomialReader::visitCast(const CastExpr *cast) {
  const Expr *sub = cast->getSubExpr();
  if (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp)
    return isa<DeclRefExpr>(sub->IgnoreParens()) ? std::optional(visit(sub)) : taken(sub->IgnoreParens());
  if (cast->getCastKind() != CK_IntegralCast || !isInteger(sub->getType()))
    return std::nullopt;
  Value value = visit(sub);
  const QualType from = integerType(sub->getType()), to = integerType(cast->getType());
  if (from->isBooleanType() || to->isBooleanType())
    return std::nullopt;
  const unsigned fromBits = State.Ast.getIntWidth(from), toBits = State.Ast.getIntWidth(to);
  const bool keepsAll = from->isSignedIntegerType() == to->isSignedIntegerType()
                            ? fromBits <= toBits
                            : to->isSignedIntegerType() && fromBits < toBits;
  if (State.Inlined.exact.count(cast))
    return value;
  if (value.bits != Exact && toBits > value.bits && !assumeInRange(value))
    return std::nullopt;
  if (!keepsAll)
    value.bits = std::min(value.bits, toBits);
  return value;
}

std::optional<PolynomialReader::Value> PolynomialReader::visitUnary(const UnaryOperator *op) {
  if (op->getOpcode() != UO_Plus && op->getOpcode() != UO_Minus && op->getOpcode() != UO_Extension)
    return std::nullopt;
  Value value = visit(op->getSubExpr());
  if (op->getOpcode() != UO_Minus)
    return value;
  return Value{Polynomial() - value.polynomial, bitsOfResult(value.bits, op->getType())};
}

std::optional<PolynomialReader::Value> PolynomialReader::visitBinary(const BinaryOperator *op) {
  const BinaryOperatorKind code = op->getOpcode();
  if (code != BO_Add && code != BO_Sub && code != BO_Mul)
    return std::nullopt;
  const Value a = visit(op->getLHS()), b = visit(op->getRHS());
  return Value{code == BO_Add   ? a.polynomial + b.polynomial
               : code == BO_Sub ? a.polynomial - b.polynomial
                                : a.polynomial * b.polynomial,
               bitsOfResult(std::min(a.bits, b.bits), op->getType())};
}

/// `first ? c : c - n` is c - n and n times `first ? 1 : 0`, an atom. A choice of affine values is one itself.
std::optional<PolynomialReader::Value> PolynomialReader::visitChoice(const ConditionalOperator *choice) {
  const Value yes = visit(choice->getTrueExpr()), no = visit(choice->getFalseExpr());
  if (yes.polynomial.degree() < 2 && no.polynomial.degree() < 2)
    return std::nullopt;
  ASTContext &ast = State.Ast;
  const SourceLocation loc = choice->getExprLoc();
  const auto number = [&](uint64_t value) {
    return IntegerLiteral::Create(ast, llvm::APInt(static_cast<unsigned>(ast.getIntWidth(ast.IntTy)), value),
                                  ast.IntTy, loc);
  };
  const auto *isFirst = new (ast) ConditionalOperator(choice->getCond(), loc, number(1), loc, number(0), ast.IntTy,
                                                      VK_PRValue, OK_Ordinary);
  const Polynomial difference = yes.polynomial - no.polynomial;
  return Value{no.polynomial + difference * makeAtom(isFirst).polynomial, std::min(yes.bits, no.bits)};
}

PolynomialReader::Value PolynomialReader::makeAtom(const Expr *expr) {
  llvm::FoldingSetNodeID id;
  expr->IgnoreParens()->Profile(id, State.Ast, true);
  auto [found, added] = Numbers.emplace(id, static_cast<unsigned>(Atoms.size()));
  if (added)
    Atoms.push_back({expr, kindOf(expr)});
  return {Polynomial::variable(found->second), Exact};
}

/// Whether \p op is a quotient or remainder by a variable that takes any number of values. Those of sums,
/// `(i + 1) % n`, may be neighbours in a periodic domain.
static bool isFreeQuotient(const ASTContext &ast, const BinaryOperator *op) {
  return (op->getOpcode() == BO_Div ||
          (op->getOpcode() == BO_Rem && isa<DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts()))) &&
         !op->getRHS()->isIntegerConstantExpr(ast);
}

Atom::Kind PolynomialReader::kindOf(const Expr *expr) const {
  bool varies = false, opaque = false;
  std::vector<const Stmt *> pending{expr};
  while (!pending.empty()) {
    const Stmt *part = pending.back();
    pending.pop_back();
    if (!part)
      continue;
    const auto *value = dyn_cast<Expr>(part);
    if (const auto element = value ? tableElement(State.Ast, value) : std::nullopt) {
      pending.insert(pending.end(), element->subscripts.begin(), element->subscripts.end());
      continue;
    }
    if (isa<ArraySubscriptExpr, MemberExpr, CallExpr>(part)) {
      // What lies at a place of its own is a parameter, as a variable that does not change is.
      if (State.Places.find(cast<Expr>(part)))
        continue;
      opaque = true;
    }
    if (const auto *op = dyn_cast<BinaryOperator>(part))
      opaque = opaque || isFreeQuotient(State.Ast, op);
    if (const VarDecl *variable = namedVariable(dyn_cast<Expr>(part)))
      varies = varies || State.Facts.modified(variable) || State.Facts.declared.count(variable);
    appendParts(*part, pending);
  }
  return !varies ? Atom::Kind::Fixed : opaque ? Atom::Kind::Opaque : Atom::Kind::Varying;
}

} // namespace gputile::frontend
