//===- AffineExpr.cpp - C expressions as functions of iterators and parameters -===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/AffineExpr.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/AffineBits.h"
#include "Frontend/Extract/Choices.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/EarlyReads.h"
#include "Frontend/Extract/InvariantText.h"
#include "Frontend/Extract/PolynomialExpr.h"

#include "llvm/Support/SaveAndRestore.h"

#include <map>

using namespace clang;

namespace gputile::frontend {

/// More pieces than this make isl slow; such expressions count as not affine.
static const unsigned MaxPieces = 32;

static isl::val toVal(isl::ctx ctx, const llvm::APSInt &value) {
  return isl::val(ctx, llvm::toString(value, 10));
}

/// True when \p expr is a polynomial in affine expressions.
static bool isPolynomial(ExtractState &state, const Expr *expr, const isl::set &domain) {
  PolynomialReader reader(state);
  std::vector<Polynomial> inRange; // Whether it holds is asked where the value is a subscript.
  const Polynomial value = reader.read(expr, PolynomialReader::Locals::Known, &inRange);
  for (const auto &[monomial, coefficient] : value.terms())
    for (unsigned atom : monomial)
      if (!AffineBuilder(state, domain).value(reader.atom(atom).expr))
        return false;
  return true;
}

bool keepsItsValue(const ExtractState &state, const VarDecl *variable) {
  const Expr *init = variable->getInit();
  return init && variable->hasLocalStorage() && isInteger(variable->getType()) &&
         !variable->getType().isVolatileQualified() && !state.Facts.modified(variable) &&
         !state.Scalars.mentionedIn(init);
}

bool registerAffineLocal(ExtractState &state, const VarDecl *variable, const isl::set &domain) {
  if (variable->getType()->isReferenceType() || variable->getType().isVolatileQualified())
    return false;
  if (constantVariable(variable))
    return true;
  const Expr *init = variable->getInit();
  if (!keepsItsValue(state, variable))
    return false;
  if (!AffineBuilder(state, domain).value(init) && !isPolynomial(state, init, domain))
    return false;
  state.FixedLocals[variable] = init;
  return true;
}

std::nullopt_t AffineBuilder::fail(AffineFailure::Kind kind, const Expr *expr,
                                   const VarDecl *variable) {
  if (!Failure.expr)
    Failure = {kind, expr, variable};
  return std::nullopt;
}

std::optional<Affine> AffineBuilder::value(const Expr *expr) {
  Failure = {};
  size_t parameters = State.TheScop.parameters.size();
  MaybeAffine result = settled(expr);
  if (!result)
    State.truncateParameters(parameters);
  return result;
}

std::optional<AffineCondition> AffineBuilder::condition(const Expr *expr) {
  Failure = {};
  size_t parameters = State.TheScop.parameters.size();
  MaybeCondition result = visitCondition(expr);
  if (!result) {
    State.truncateParameters(parameters);
    return std::nullopt;
  }
  result->holds = result->holds.coalesce();
  result->valid = result->valid.coalesce();
  return result;
}

Affine AffineBuilder::constant(const llvm::APSInt &value) {
  return {State.universe().pw_aff_on_domain(toVal(State.Isl, value)), State.universe()};
}

Affine AffineBuilder::settle(Affine a, QualType type) {
  if (!a.modular)
    return a;
  a.valid = a.valid.intersect(typeRange(State.Ast, a.value, type));
  a.modular = false;
  return a;
}

AffineBuilder::MaybeAffine AffineBuilder::settled(const Expr *expr) {
  MaybeAffine a = visit(expr);
  if (!a)
    return std::nullopt;
  Affine result = settle(*a, expr->getType());
  result.value = result.value.coalesce();
  if (result.value.n_piece() > MaxPieces)
    return fail(AffineFailure::Kind::Other, expr);
  return result;
}

Affine selected(const isl::set &holds, const Affine &a, const Affine &b) {
  const isl::set other = holds.complement();
  return {a.value.intersect_domain(holds).union_add(b.value.intersect_domain(other)),
          a.valid.unite(other).intersect(b.valid.unite(holds))};
}

static isl::set where(const AffineCondition &condition, bool holds) {
  return condition.valid.intersect(holds ? condition.holds : condition.holds.complement());
}

AffineBuilder::MaybeAffine AffineBuilder::settledWhere(const AffineCondition &condition, bool holds,
                                                       const Expr *expr) {
  llvm::SaveAndRestore narrowed(Evaluated, Evaluated.intersect(where(condition, holds)));
  return settled(expr);
}

AffineBuilder::MaybeCondition
AffineBuilder::visitConditionWhere(const AffineCondition &condition, bool holds, const Expr *expr) {
  llvm::SaveAndRestore narrowed(Evaluated, Evaluated.intersect(where(condition, holds)));
  return visitCondition(expr);
}

/// True when every value of \p from is one of \p to.
static bool rangeIncluded(ASTContext &ast, QualType from, QualType to) {
  if (from->isBooleanType())
    return true;
  unsigned fromBits = ast.getIntWidth(from), toBits = ast.getIntWidth(to);
  if (from->isSignedIntegerType() == to->isSignedIntegerType())
    return fromBits <= toBits;
  return to->isSignedIntegerType() && fromBits < toBits;
}

Affine AffineBuilder::truth(const AffineCondition &condition) {
  isl::set no = condition.holds.complement();
  isl::pw_aff value = condition.holds.pw_aff_on_domain(1).union_add(no.pw_aff_on_domain(0));
  return {value, condition.valid};
}

Affine AffineBuilder::convert(Affine a, QualType from, QualType to) {
  from = integerType(from);
  to = integerType(to);
  if (to->isBooleanType()) {
    a = settle(a, from);
    isl::set zero = a.value.eq_set(a.value.domain().pw_aff_on_domain(0));
    return truth({zero.complement(), a.valid});
  }
  // Keeping or dropping high bits maps residues to residues.
  bool keepsResidue = State.Ast.getIntWidth(to) <= State.Ast.getIntWidth(from);
  if (!keepsResidue)
    a = settle(a, from);
  a.modular = a.modular || !rangeIncluded(State.Ast, from, to);
  return a;
}

/// Deeper expressions count as not affine: each level is evaluated by a call.
static constexpr unsigned MaxDepth = 500;

AffineBuilder::MaybeAffine AffineBuilder::visit(const Expr *expr) {
  expr = expr->IgnoreParens();
  llvm::SaveAndRestore deeper(Depth, Depth + 1);
  if (Depth > MaxDepth)
    return fail(AffineFailure::Kind::Other, expr);
  if (!isInteger(expr->getType()))
    return fail(AffineFailure::Kind::Other, expr);
  if (auto value = integerConstant(State.Ast, expr))
    return constant(*value);
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
    return visitVariable(ref);
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return visitCast(cast);
  if (const auto *full = dyn_cast<FullExpr>(expr))
    return visit(full->getSubExpr());
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return visitUnary(op);
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return visitBinary(op);
  if (const auto *op = dyn_cast<ConditionalOperator>(expr))
    return visitConditional(op->getCond(), op->getTrueExpr(), op->getFalseExpr());
  if (isa<ArraySubscriptExpr, MemberExpr, CallExpr>(expr))
    return visitPlace(expr);
  return fail(AffineFailure::Kind::Other, expr);
}

/// The value at each index, which is in the table.
AffineBuilder::MaybeAffine AffineBuilder::visitTable(const TableElement &element) {
  std::vector<Affine> subscripts;
  isl::set valid = State.universe();
  for (const Expr *subscript : element.subscripts) {
    const MaybeAffine index = settled(subscript);
    if (!index)
      return std::nullopt;
    subscripts.push_back(*index);
    valid = valid.intersect(index->valid);
  }
  std::map<llvm::APSInt, isl::set> where;
  std::vector<uint64_t> at(element.sizes.size(), 0);
  for (const llvm::APSInt &value : element.values) {
    isl::set here = State.universe();
    for (size_t d = 0; d < at.size(); ++d)
      here = here.intersect(subscripts[d].value.eq_set(
          State.universe().pw_aff_on_domain(isl::val(State.Isl, std::to_string(at[d])))));
    const auto [found, isNew] = where.emplace(value, here);
    if (!isNew)
      found->second = found->second.unite(here);
    for (size_t d = at.size(); d-- > 0 && ++at[d] == element.sizes[d];)
      at[d] = 0;
  }
  isl::set outside = State.universe();
  for (const auto &[value, here] : where)
    outside = outside.subtract(here);
  isl::pw_aff result = outside.pw_aff_on_domain(0);
  for (const auto &[value, here] : where)
    result = result.union_add(here.coalesce().pw_aff_on_domain(toVal(State.Isl, value)));
  return Affine{result, valid.subtract(outside)};
}

AffineBuilder::MaybeAffine AffineBuilder::visitPlace(const Expr *expr) {
  const Place *place = State.Places.find(expr);
  if (const auto element = place ? std::nullopt : tableElement(State.Ast, expr))
    if (const MaybeAffine value = visitTable(*element))
      return value;
  const auto p = place ? placeParameter(State, *place, Evaluated) : std::nullopt;
  if (!p)
    return fail(isa<CallExpr>(expr) ? AffineFailure::Kind::Other : AffineFailure::Kind::Data, expr);
  isl::id id(State.Isl, State.TheScop.parameters[*p].name);
  return Affine{isl::pw_aff::param_on_domain(State.universe(), id), State.universe()};
}

AffineBuilder::MaybeAffine AffineBuilder::visitVariable(const DeclRefExpr *ref) {
  const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
  if (variable && State.Places.find(ref))
    return visitPlace(ref);
  if (!variable || variable->getType()->isReferenceType())
    return fail(AffineFailure::Kind::Other, ref);
  refuseVolatile(variable->getType(), variable->getName(), ref->getExprLoc());
  if (const LoopLevel *loop = State.loopOver(variable))
    return Affine{isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, loop->id)),
                  State.universe()};
  if (const APValue *value = constantVariable(variable))
    if (value->isInt())
      return constant(value->getInt());
  if (auto local = State.FixedLocals.find(variable); local != State.FixedLocals.end()) {
    MaybeAffine a = visit(local->second);
    return a ? MaybeAffine(settle(*a, variable->getType())) : std::nullopt;
  }
  if (const ScalarValue *known = State.Scalars.find(variable))
    return known->value || known->expr ? visitKnown(*known)
                                       : fail(AffineFailure::Kind::Product, ref, variable);
  if (MaybeAffine choice = State.Choosing ? State.Choosing->value(variable) : std::nullopt)
    return choice;
  const bool changes = State.Scalars.follows(variable)
                           ? !State.Scalars.isInitial(variable)
                           : State.Facts.modified(variable);
  if (changes || State.Facts.declared.count(variable))
    return fail(AffineFailure::Kind::Modified, ref, variable);
  unsigned p = State.parameterFor(variable, ref->getExprLoc());
  isl::id id(State.Isl, State.TheScop.parameters[p].name);
  return Affine{isl::pw_aff::param_on_domain(State.universe(), id), State.universe()};
}

/// An expression that is not affine is visited for the reason.
AffineBuilder::MaybeAffine AffineBuilder::visitKnown(const ScalarValue &known) {
  if (known.value)
    return Affine{*known.value, known.valid};
  ScalarValues::Values now = State.Scalars.current();
  State.Scalars.restore(known.before);
  MaybeAffine value = visit(known.expr);
  State.Scalars.restore(std::move(now));
  return value;
}

AffineBuilder::MaybeAffine AffineBuilder::visitCast(const CastExpr *cast) {
  const Expr *sub = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return visit(sub);
  case CK_PointerToBoolean: {
    MaybeCondition condition = visitCondition(cast);
    return condition ? MaybeAffine(truth(*condition)) : std::nullopt;
  }
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_BooleanToSignedIntegral: {
    if (!isInteger(sub->getType()))
      return fail(AffineFailure::Kind::Other, cast);
    MaybeAffine a = visit(sub);
    return a ? MaybeAffine(convert(*a, sub->getType(), cast->getType())) : std::nullopt;
  }
  default:
    return fail(AffineFailure::Kind::Other, cast);
  }
}

AffineBuilder::MaybeAffine AffineBuilder::visitUnary(const UnaryOperator *op) {
  switch (op->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return visit(op->getSubExpr());
  case UO_Minus:
  case UO_Not: {
    MaybeAffine a = visit(op->getSubExpr());
    if (!a)
      return std::nullopt;
    a->value = a->value.neg();
    if (op->getOpcode() == UO_Not)
      a->value = a->value.add_constant(-1);
    a->modular = a->modular || op->getType()->isUnsignedIntegerType();
    return a;
  }
  case UO_LNot: {
    MaybeCondition condition = visitCondition(op);
    return condition ? MaybeAffine(truth(*condition)) : std::nullopt;
  }
  case UO_Deref:
    return visitPlace(op);
  default:
    return fail(AffineFailure::Kind::Other, op);
  }
}

AffineBuilder::MaybeAffine AffineBuilder::visitConditional(const Expr *condition, const Expr *yes,
                                                           const Expr *no) {
  const size_t parameters = State.TheScop.parameters.size();
  const AffineFailure before = Failure;
  MaybeCondition c = visitCondition(condition);
  if (!c && State.Choosing) {
    State.truncateParameters(parameters);
    Failure = before;
    return visitEither(yes, no);
  }
  MaybeAffine a = c ? settledWhere(*c, true, yes) : std::nullopt;
  MaybeAffine b = a ? settledWhere(*c, false, no) : std::nullopt;
  if (!b)
    return std::nullopt;
  Affine value = selected(c->holds, *a, *b);
  value.valid = c->valid.intersect(value.valid);
  return value;
}

/// One of two values, data says which.
AffineBuilder::MaybeAffine AffineBuilder::visitEither(const Expr *yes, const Expr *no) {
  llvm::SaveAndRestore conditions(State.DataConditions, State.DataConditions + 1);
  MaybeAffine a = settled(yes);
  MaybeAffine b = a ? settled(no) : std::nullopt;
  return b ? MaybeAffine(State.Choosing->either(*a, *b)) : std::nullopt;
}

AffineBuilder::MaybeAffine AffineBuilder::visitBinary(const BinaryOperator *op) {
  if (op->isComparisonOp() || op->isLogicalOp()) {
    MaybeCondition condition = visitCondition(op);
    return condition ? MaybeAffine(truth(*condition)) : std::nullopt;
  }
  BinaryOperatorKind code = op->getOpcode();
  if (code == BO_Div || code == BO_Rem || code == BO_Shl || code == BO_Shr || code == BO_And ||
      code == BO_Xor) {
    if (MaybeAffine bit = visitLowestBit(op))
      return bit;
    const AffineFailure before = Failure;
    MaybeAffine a = visit(op->getLHS());
    if (MaybeAffine result = a ? visitByConstant(op, *a) : std::nullopt)
      return result;
    MaybeAffine invariant = visitInvariant(op);
    if (invariant)
      Failure = before;
    return invariant;
  }
  if (code == BO_Or)
    return visitInvariant(op);
  if (code != BO_Add && code != BO_Sub && code != BO_Mul)
    return fail(AffineFailure::Kind::Other, op);
  MaybeAffine a = visit(op->getLHS());
  MaybeAffine b = a ? visit(op->getRHS()) : std::nullopt;
  if (!b)
    return std::nullopt;
  if (code == BO_Mul)
    return visitProduct(op, *a, *b);
  bool wraps = op->getType()->isUnsignedIntegerType();
  return Affine{code == BO_Add ? a->value.add(b->value) : a->value.sub(b->value),
                a->valid.intersect(b->valid), a->modular || b->modular || wraps};
}

/// `(a ^ b) & 1`
AffineBuilder::MaybeAffine AffineBuilder::visitLowestBit(const BinaryOperator *op) {
  const std::vector<const Expr *> operands = operandsOfLowestBit(State.Ast, op);
  if (operands.empty())
    return std::nullopt;
  const size_t parameters = State.TheScop.parameters.size();
  const AffineFailure before = Failure;
  Affine sum{State.universe().pw_aff_on_domain(0), State.universe()};
  for (const Expr *operand : operands) {
    const MaybeAffine a = visit(operand);
    if (!a) {
      State.truncateParameters(parameters);
      Failure = before;
      return std::nullopt;
    }
    sum = {sum.value.add(a->value), sum.valid.intersect(a->valid)};
  }
  return Affine{sum.value.mod(isl::val(State.Isl, 2)), sum.valid};
}

AffineBuilder::MaybeAffine AffineBuilder::visitProduct(const BinaryOperator *op, const Affine &a,
                                                       const Affine &b) {
  if (!isl_pw_aff_is_cst(a.value.get()) && !isl_pw_aff_is_cst(b.value.get()))
    return visitInvariant(op);
  bool wraps = op->getType()->isUnsignedIntegerType();
  return Affine{a.value.mul(b.value), a.valid.intersect(b.valid),
                a.modular || b.modular || wraps};
}

/// An expression of variables that do not change, `n * m` or `n / s`, is a parameter of its own.
AffineBuilder::MaybeAffine AffineBuilder::visitInvariant(const BinaryOperator *op) {
  const auto invariant = invariantText(State, op, PlaceReads::Late);
  if (!invariant)
    return fail(AffineFailure::Kind::Product, op);
  State.ParameterVariables.insert(invariant->variables.begin(), invariant->variables.end());
  unsigned p = State.textParameter(invariant->name, invariant->text, op->getType());
  noteLateParameter(State, p, invariant->latePlaces, Evaluated);
  isl::id id(State.Isl, State.TheScop.parameters[p].name);
  return Affine{isl::pw_aff::param_on_domain(State.universe(), id), State.universe()};
}

/// C's division, which truncates towards zero; floor where they are the same.
static isl::pw_aff quotient(const isl::pw_aff &a, const isl::val &divisor, bool nonNegative) {
  isl::val size = divisor.abs();
  isl::pw_aff by = a.domain().pw_aff_on_domain(size);
  isl::pw_aff q = nonNegative ? a.div(by).floor() : a.tdiv_q(by);
  return divisor.is_neg() ? q.neg() : q;
}

/// `a / b` and `a % b` where -b < a < 2b, as in `(i + 1) % n` and `(i - 1 + n) % n` for 0 <= i < n:
/// the quotient is 0 or 1.
AffineBuilder::MaybeAffine AffineBuilder::visitByAffine(const BinaryOperator *op, Affine a) {
  const BinaryOperatorKind code = op->getOpcode();
  MaybeAffine b = code == BO_Div || code == BO_Rem ? settled(op->getRHS()) : visit(op->getRHS());
  if (!b)
    return fail(AffineFailure::Kind::Other, op);
  if (code != BO_Div && code != BO_Rem)
    return fail(AffineFailure::Kind::Product, op);
  a = settle(a, op->getLHS()->getType());
  const isl::set values = a.valid.intersect(b->valid);
  const isl::set inRange =
      a.value.gt_set(b->value.neg()).intersect(a.value.lt_set(b->value.scale(isl::val(State.Isl, 2))));
  if (!Domain.intersect(State.typeRanges()).intersect(values).is_subset(inRange))
    return fail(AffineFailure::Kind::Product, op);
  const isl::set whole = a.value.ge_set(b->value);
  if (code == BO_Div)
    return truth({whole, values});
  return Affine{a.value.sub(b->value).intersect_domain(whole).union_add(
                    a.value.intersect_domain(whole.complement())),
                values};
}

AffineBuilder::MaybeAffine AffineBuilder::visitByConstant(const BinaryOperator *op, Affine a) {
  auto constant = integerConstant(State.Ast, op->getRHS());
  if (!constant)
    return visitByAffine(op, std::move(a));
  isl::val c = toVal(State.Isl, *constant);
  QualType type = op->getType();
  BinaryOperatorKind code = op->getOpcode();
  bool shift = code == BO_Shl || code == BO_Shr;
  if (shift && (c.is_neg() || *constant >= State.Ast.getIntWidth(type)))
    return fail(AffineFailure::Kind::Other, op);
  isl::val power = shift ? isl::manage(isl_val_2exp(c.copy())) : c;
  if (code == BO_Shl)
    return Affine{a.value.scale(power), a.valid, a.modular || type->isUnsignedIntegerType()};
  a = settle(a, op->getLHS()->getType());
  if (code == BO_Shr)
    return Affine{a.value.scale_down(power).floor(), a.valid};
  if (code == BO_Xor || code == BO_And) {
    const std::optional<isl::pw_aff> value = masked(code, a.value, *constant);
    return value ? MaybeAffine(Affine{*value, a.valid}) : fail(AffineFailure::Kind::Other, op);
  }
  if (c.is_zero())
    return fail(AffineFailure::Kind::Other, op);
  isl::set negative = a.value.lt_set(a.value.domain().pw_aff_on_domain(0));
  bool nonNegative = Domain.intersect(State.typeRanges()).is_disjoint(negative);
  isl::pw_aff q = quotient(a.value, c, nonNegative);
  return Affine{code == BO_Div ? q : a.value.sub(q.scale(c)), a.valid};
}

AffineBuilder::MaybeCondition AffineBuilder::visitCondition(const Expr *expr) {
  expr = expr->IgnoreParens();
  llvm::SaveAndRestore deeper(Depth, Depth + 1);
  if (Depth > MaxDepth)
    return fail(AffineFailure::Kind::Other, expr);
  if (const auto test = nullTestOf(State.Ast, expr))
    return visitNullTest(expr, ofOrigin(State, *test));
  if (const auto *op = dyn_cast<BinaryOperator>(expr)) {
    if (op->isComparisonOp() && op->getOpcode() != BO_Cmp)
      return visitComparison(op);
    if (op->isLogicalOp())
      return visitLogical(op);
  }
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_LNot) {
    MaybeCondition c = visitCondition(op->getSubExpr());
    return c ? MaybeCondition({c->holds.complement(), c->valid}) : std::nullopt;
  }
  // A truth value that was converted on the way is still the same condition.
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr))
    if (cast->getCastKind() == CK_IntegralToBoolean || cast->getCastKind() == CK_IntegralCast)
      if (cast->getSubExpr()->isKnownToHaveBooleanValue())
        return visitCondition(cast->getSubExpr());
  MaybeAffine a = settled(expr);
  if (!a)
    return std::nullopt;
  return AffineCondition{a->value.ne_set(a->value.domain().pw_aff_on_domain(0)), a->valid};
}

AffineBuilder::MaybeCondition AffineBuilder::visitComparison(const BinaryOperator *op) {
  MaybeAffine a = settled(op->getLHS());
  MaybeAffine b = a ? settled(op->getRHS()) : std::nullopt;
  if (!b)
    return std::nullopt;
  isl::set valid = a->valid.intersect(b->valid);
  switch (op->getOpcode()) {
  case BO_LT: return AffineCondition{a->value.lt_set(b->value), valid};
  case BO_LE: return AffineCondition{a->value.le_set(b->value), valid};
  case BO_GT: return AffineCondition{a->value.gt_set(b->value), valid};
  case BO_GE: return AffineCondition{a->value.ge_set(b->value), valid};
  case BO_EQ: return AffineCondition{a->value.eq_set(b->value), valid};
  default: return AffineCondition{a->value.ne_set(b->value), valid};
  }
}

/// Whether a pointer is null is a parameter.
AffineBuilder::MaybeCondition AffineBuilder::visitNullTest(const Expr *expr, const NullTest &test) {
  if (const auto known = knownResult(test))
    return AffineCondition{*known ? State.universe() : State.universe().complement(), State.universe()};
  const Place *place = State.Places.notNull(test.pointer);
  const auto p = place ? placeParameter(State, *place, Evaluated) : std::nullopt;
  if (!p)
    return fail(AffineFailure::Kind::Other, expr);
  const isl::id id(State.Isl, State.TheScop.parameters[*p].name);
  const isl::pw_aff isSet = isl::pw_aff::param_on_domain(State.universe(), id);
  const isl::set holds = isSet.ge_set(State.universe().pw_aff_on_domain(1));
  return AffineCondition{test.isNull ? holds.complement() : holds, State.universe()};
}

AffineBuilder::MaybeCondition AffineBuilder::visitLogical(const BinaryOperator *op) {
  MaybeCondition a = visitCondition(op->getLHS());
  MaybeCondition b =
      a ? visitConditionWhere(*a, op->getOpcode() == BO_LAnd, op->getRHS()) : std::nullopt;
  if (!b)
    return std::nullopt;
  // The right side is evaluated only where the left side does not decide.
  if (op->getOpcode() == BO_LAnd)
    return AffineCondition{a->holds.intersect(b->holds),
                           a->valid.intersect(b->valid.unite(a->holds.complement()))};
  return AffineCondition{a->holds.unite(b->holds),
                         a->valid.intersect(b->valid.unite(a->holds))};
}

} // namespace gputile::frontend
