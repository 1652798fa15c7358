//===- ReductionClauses.cpp - Sums that may be reassociated -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ReductionClauses.h"

#include "Frontend/DataBlock/VariableNamed.h"
#include "Frontend/Extract/Signs.h"

#include "gputile/Support/LlvmCompat.h"

#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gputile::frontend {

/// OpenMP's `-` adds up the parts, too.
static UpdateOperator operatorNamed(llvm::StringRef name) {
  return llvm::StringSwitch<UpdateOperator>(name)
      .Cases("+", "-", UpdateOperator::Add)
      .Case("*", UpdateOperator::Multiply)
      .Case("&", UpdateOperator::And)
      .Case("|", UpdateOperator::Or)
      .Case("&&", UpdateOperator::LogicalAnd)
      .Case("||", UpdateOperator::LogicalOr)
      .Case("^", UpdateOperator::Xor)
      .Case("min", UpdateOperator::Min)
      .Default(UpdateOperator::Max);
}

/// The variable of `s`, `(*s)`, `h[i][j]`, `h[0:n]`.
static const VarDecl *variableOf(const Expr *place) {
  while (true) {
    place = place->IgnoreParenImpCasts();
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(place))
      place = subscript->getBase();
    else if (const auto *section = dyn_cast<ArraySectionExpr>(place))
      place = section->getBase();
    else if (const auto *op = dyn_cast<UnaryOperator>(place);
             op && (op->getOpcode() == UO_Deref || op->getOpcode() == UO_Real || op->getOpcode() == UO_Imag))
      place = op->getSubExpr();
    else
      break;
  }
  const auto *ref = dyn_cast<DeclRefExpr>(place);
  const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  return variable ? variable->getCanonicalDecl() : nullptr;
}

/// Of a clause of OpenMP; none for operators on integers alone, and for those that programs
/// declare.
static std::optional<UpdateOperator> operatorOf(DeclarationName name) {
  switch (name.getCXXOverloadedOperator()) {
  case OO_Plus:
  case OO_Minus:
    return UpdateOperator::Add;
  case OO_Star:
    return UpdateOperator::Multiply;
  default:
    break;
  }
  const IdentifierInfo *identifier = name.getAsIdentifierInfo();
  if (identifier && identifier->isStr("min"))
    return UpdateOperator::Min;
  return identifier && identifier->isStr("max") ? std::optional(UpdateOperator::Max)
                                                : std::nullopt;
}

/// What the directive of OpenMP on the region's loop says.
static void takeDirective(ExtractState &state, const OMPExecutableDirective &directive) {
  for (const auto *clause : directive.getClausesOfKind<OMPReductionClause>()) {
    const std::optional<UpdateOperator> op = operatorOf(clause->getNameInfo().getName());
    for (const Expr *named : clause->varlists())
      if (const VarDecl *variable = variableOf(named); op && variable)
        state.Reductions.emplace(variable, *op);
  }
}

void applyReductionClauses(ExtractState &state) {
  if (const auto *directive =
          dyn_cast_or_null<OMPExecutableDirective>(state.Region.directive))
    takeDirective(state, *directive);
  const PragmaRecord *pragma = state.Region.pragma;
  if (!pragma)
    return;
  for (const ReductionName &name : pragma->reductions) {
    const VarDecl *variable = variableNamed(state.Ast, name.name, *state.Region.statement);
    if (variable)
      state.Reductions.emplace(variable->getCanonicalDecl(), operatorNamed(name.code));
    else if (!pragma->implied)
      throw RefusalError{{DiagId::PragmaBadValue,
                          name.loc,
                          {name.name, "reduction", "the name of a variable"},
                          {},
                          {}}};
  }
}

/// No value is taken or kept for being no number, and equal values have equal bits.
static bool isSameInAnyOrder(const ExtractState &state, const UpdateForm &form) {
  switch (form.op) {
  case UpdateOperator::TakeLess:
  case UpdateOperator::TakeNotGreater:
  case UpdateOperator::TakeGreater:
  case UpdateOperator::TakeNotLess:
  case UpdateOperator::LeastNumber:
  case UpdateOperator::GreatestNumber:
    return isNeverNegativeZero(state, form.operand);
  default:
    return false;
  }
}

bool mayReassociate(const ExtractState &state, const UpdateForm &form) {
  if (state.TheScop.clauses.fp.value == FpMode::Reassociate || isSameInAnyOrder(state, form))
    return true;
  const auto [first, last] = state.Reductions.equal_range(variableOf(form.target));
  return std::any_of(first, last,
                     [&](const auto &named) { return named.second == clauseOperator(form.op); });
}

std::string clauseFor(const UpdateForm &form) {
  static const std::map<UpdateOperator, std::string> Names = {{UpdateOperator::Add, "+"},
                                                              {UpdateOperator::Multiply, "*"},
                                                              {UpdateOperator::Min, "min"},
                                                              {UpdateOperator::Max, "max"}};
  const auto name = Names.find(clauseOperator(form.op));
  const VarDecl *variable = variableOf(form.target);
  if (!variable || name == Names.end())
    return "fp(reassociate)";
  return "reduction(" + name->second + ": " + variable->getName().str() + ")";
}

} // namespace gputile::frontend
