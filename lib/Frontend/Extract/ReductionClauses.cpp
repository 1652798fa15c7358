//===- ReductionClauses.cpp - Sums that may be reassociated -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ReductionClauses.h"

#include "Frontend/DataBlock/VariableNamed.h"

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
      .Cases("&", "&&", UpdateOperator::And)
      .Cases("|", "||", UpdateOperator::Or)
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
    else if (const auto *op = dyn_cast<UnaryOperator>(place); op && op->getOpcode() == UO_Deref)
      place = op->getSubExpr();
    else
      break;
  }
  const auto *ref = dyn_cast<DeclRefExpr>(place);
  const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  return variable ? variable->getCanonicalDecl() : nullptr;
}

/// The sums and products of the directive of OpenMP on the region's loop.
static void takeDirective(ExtractState &state, const OMPExecutableDirective &directive) {
  for (const auto *clause : directive.getClausesOfKind<OMPReductionClause>()) {
    const OverloadedOperatorKind code =
        clause->getNameInfo().getName().getCXXOverloadedOperator();
    if (code != OO_Plus && code != OO_Minus && code != OO_Star)
      continue;
    for (const Expr *named : clause->varlists())
      if (const VarDecl *variable = variableOf(named))
        state.Reductions.emplace(variable, code == OO_Star ? UpdateOperator::Multiply
                                                           : UpdateOperator::Add);
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

bool mayReassociate(const ExtractState &state, const Expr *target, UpdateOperator op) {
  if (state.TheScop.clauses.fp.value == FpMode::Reassociate)
    return true;
  const auto [first, last] = state.Reductions.equal_range(variableOf(target));
  return std::any_of(first, last,
                     [&](const auto &named) { return named.second == commutingClass(op); });
}

} // namespace gputile::frontend
