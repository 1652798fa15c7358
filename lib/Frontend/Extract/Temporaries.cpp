//===- Temporaries.cpp - Variables that live inside a statement only ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Temporaries.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/UseAfter.h"

#include "gputile/Frontend/DynamicVisitor.h"

using namespace clang;

namespace gputile::frontend {

namespace {
/// Collects the variables that a statement mentions.
class Mentioned : public DynamicVisitor {
public:
  std::vector<const VarDecl *> Variables;

  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
    if (variable && Seen.insert(variable).second)
      Variables.push_back(variable);
    return true;
  }

private:
  std::set<const VarDecl *> Seen;
};
} // namespace

static bool isPlainScalar(const ExtractState &state, const VarDecl *variable) {
  QualType type = variable->getType();
  return isOwnedByFunction(state, variable) && type->isArithmeticType() &&
         !typeText(type).empty() && !type.isVolatileQualified();
}

std::vector<const VarDecl *> temporariesOf(ExtractState &state, const Stmt *stmt) {
  Mentioned mentioned;
  mentioned.TraverseStmt(const_cast<Stmt *>(stmt));
  const RegionFacts facts = collectRegionFacts(stmt);
  std::vector<const VarDecl *> temporaries;
  std::optional<Liveness> liveness;
  for (const VarDecl *variable : mentioned.Variables) {
    auto uses = state.Function.uses.find(variable);
    if (!isPlainScalar(state, variable) || !facts.modified(variable) ||
        facts.declared.count(variable) || isExposed(state, variable) ||
        uses == state.Function.uses.end())
      continue;
    if (!liveness)
      liveness.emplace(state.Analyses->graphOf(state.Ast, state.Region.function), stmt);
    if (!liveness->isLiveBehind(variable, uses->second) &&
        !liveness->isLiveBefore(variable, uses->second))
      temporaries.push_back(variable);
  }
  return temporaries;
}

} // namespace gputile::frontend
