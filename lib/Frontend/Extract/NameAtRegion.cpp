//===- NameAtRegion.cpp - Variables in the call of an entry ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/NameAtRegion.h"

#include "Frontend/Refusal.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace gputile::frontend {

/// Namespaces whose members are found in the namespace around them.
static bool isTransparent(const DeclContext *scope) {
  if (const auto *space = dyn_cast<NamespaceDecl>(scope))
    return space->isAnonymousNamespace();
  return scope->isTransparentContext(); // extern "C"
}

/// True when looking for \p variable in \p scope, which holds it or anonymous namespaces
/// around it, finds another declaration.
static bool findsAnother(const DeclContext *scope, const VarDecl *variable) {
  const auto found = scope->lookup(variable->getDeclName());
  return !found.empty() && found.front()->getCanonicalDecl() != variable->getCanonicalDecl();
}

std::string nameAtRegion(const VarDecl *variable, SourceLocation use) {
  const std::string name = variable->getNameAsString();
  if (!variable->getASTContext().getLangOpts().CPlusPlus ||
      variable->getDeclContext()->isFunctionOrMethod())
    return name;
  if (isa<VarTemplateSpecializationDecl>(variable))
    refuse(DiagId::UnsupportedExpression, use, {"the variable template '" + name + "'"});
  std::string text = name;
  bool innermost = true;
  for (const DeclContext *scope = variable->getDeclContext(); scope; scope = scope->getParent()) {
    if (isTransparent(scope))
      continue;
    if (isa<ClassTemplateSpecializationDecl>(scope))
      refuse(DiagId::UnsupportedExpression, use,
             {"the static member '" + name + "' of a class template"});
    if (innermost && findsAnother(scope, variable))
      refuse(DiagId::UnsupportedExpression, use,
             {"the variable '" + name + "' beside another one of that name"});
    innermost = false;
    text = scope->isTranslationUnit() ? "::" + text
                                      : cast<NamedDecl>(scope)->getNameAsString() + "::" + text;
  }
  return text;
}

} // namespace gputile::frontend
