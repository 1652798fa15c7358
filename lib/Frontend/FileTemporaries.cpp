//===- FileTemporaries.cpp - Variables of a file that functions only borrow ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/FileTemporaries.h"

#include "Frontend/FunctionAnalyses.h"
#include "Frontend/VariableMentions.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace gputile::frontend {

/// Whether \p variable has one declaration, which the rest of the file alone can refer to.
/// C++ has more ways to run code than functions that are called.
static bool isOfFile(ASTContext &ast, const VarDecl *variable) {
  return !ast.getLangOpts().CPlusPlus && variable->isFileVarDecl() &&
         variable->getStorageClass() == SC_Static && variable->getTLSKind() == VarDecl::TLS_None &&
         variable->getMostRecentDecl() == variable->getCanonicalDecl() &&
         llvm::all_of(variable->attrs(), [](const Attr *attr) { return isa<UnusedAttr>(attr); });
}

static bool isScalar(const VarDecl *variable) {
  const QualType type = variable->getType();
  return type->isArithmeticType() && !type->isAtomicType() && !type.isVolatileQualified() &&
         !type.isConstQualified();
}

static bool isBorrowed(ASTContext &ast, FunctionAnalyses &analyses, const FunctionDecl *function,
                       const VarDecl *variable) {
  const FunctionFacts &facts = analyses.factsOf(function);
  const auto uses = facts.uses.find(variable);
  if (uses == facts.uses.end())
    return true;
  FlowGraph &graph = analyses.graphOf(ast, function);
  return !facts.addressTaken.count(variable) && graph.valid() &&
         graph.notEvaluated(variable, uses->second).empty() && !graph.isLiveAtStart(variable) &&
         !graph.isLiveBehindOtherCode(variable);
}

/// Whether \p declaration lets no value of \p variable come or go.
static bool isBorrowed(ASTContext &ast, FunctionAnalyses &analyses, const Decl *declaration,
                       const VarDecl *variable) {
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    return !function->doesThisDeclarationHaveABody() ||
           isBorrowed(ast, analyses, function, variable);
  if (const auto *other = dyn_cast<VarDecl>(declaration); other && other->getInit())
    return llvm::none_of(mentionsIn(other->getInit()).variables, [&](const DeclRefExpr *mention) {
      return mention->getDecl() == variable;
    });
  return !isa<FileScopeAsmDecl>(declaration); // It may name variables in its text.
}

bool FileTemporaries::contains(ASTContext &ast, FunctionAnalyses &analyses,
                               const VarDecl *variable) {
  auto [known, isNew] = Known.try_emplace(variable, false);
  if (isNew)
    known->second = isOfFile(ast, variable) && isScalar(variable) &&
                    llvm::all_of(ast.getTranslationUnitDecl()->decls(), [&](const Decl *decl) {
                      return isBorrowed(ast, analyses, decl, variable);
                    });
  return known->second;
}

} // namespace gputile::frontend
