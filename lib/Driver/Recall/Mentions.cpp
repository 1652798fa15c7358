//===- Mentions.cpp - What the code of functions names --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Recall/Mentions.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Support/LlvmCompat.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>

using namespace clang;

namespace gputile::driver {
namespace {

/// Collects what declarations and statements name, also what C++ calls without a word.
class Collector : public DynamicVisitor {
public:
  explicit Collector(Mentioned &found) : Found(found) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    add(ref->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    add(member->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) override {
    add(construction->getConstructor());
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *argument) override {
    return TraverseStmt(argument->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *init) override {
    return TraverseStmt(init->getExpr());
  }

private:
  void add(const ValueDecl *named) {
    if (const auto *function = dyn_cast<FunctionDecl>(named))
      Found.functions.insert(function->getCanonicalDecl());
    else if (const auto *variable = dyn_cast<VarDecl>(named);
             variable && variable->isFileVarDecl() && variable->getStorageClass() == SC_Static)
      Found.variables.insert(variable->getCanonicalDecl());
  }

  Mentioned &Found;
};

template <typename T> bool haveCommon(const std::set<T> &a, const std::set<T> &b) {
  return std::any_of(a.begin(), a.end(), [&](const T &item) { return b.count(item) != 0; });
}

} // namespace

Mentioned mentionedIn(const Decl &decl) {
  Mentioned found;
  Collector(found).TraverseDecl(const_cast<Decl *>(&decl));
  return found;
}

Mentions::Mentions(ASTContext &context, std::vector<const FunctionDecl *> separate)
    : Context(context), Separate(std::move(separate)), Of(Separate.size()) {
  for (size_t k = 0; k < Separate.size(); ++k)
    Index[Separate[k]->getCanonicalDecl()] = k;
  collect(context.getTranslationUnitDecl());
}

void Mentions::collect(const DeclContext *scope) {
  const SourceManager &sources = Context.getSourceManager();
  for (Decl *decl : scope->decls()) {
    if (!sources.isInMainFile(sources.getExpansionLoc(decl->getLocation())))
      continue;
    if (isa<NamespaceDecl, LinkageSpecDecl>(decl)) {
      collect(cast<DeclContext>(decl));
      continue;
    }
    const auto *function = dyn_cast<FunctionDecl>(decl);
    const auto found = function && function->doesThisDeclarationHaveABody()
                           ? Index.find(function->getCanonicalDecl())
                           : Index.end();
    Collector(found == Index.end() ? Others : Of[found->second]).TraverseDecl(decl);
  }
}

std::set<size_t> Mentions::usedBy(size_t index) {
  std::set<size_t> used = {index};
  const Mentioned reached = closure(used);
  const FunctionDecl *self = Separate[index]->getCanonicalDecl();
  std::set<size_t> lookers;
  for (size_t k = 0; k < Of.size(); ++k)
    if ((self->getFormalLinkage() == Linkage::Internal && Of[k].functions.count(self)) ||
        haveCommon(Of[k].variables, reached.variables))
      lookers.insert(k);
  used.insert(lookers.begin(), lookers.end());
  return used;
}

Mentioned Mentions::closure(std::set<size_t> &reached) {
  Mentioned all;
  std::vector<const FunctionDecl *> waiting;
  const auto take = [&](const Mentioned &named) {
    all.variables.insert(named.variables.begin(), named.variables.end());
    for (const FunctionDecl *function : named.functions)
      if (all.functions.insert(function).second)
        waiting.push_back(function);
  };
  take(Others);
  for (size_t k : reached)
    take(Of[k]);
  while (!waiting.empty()) {
    const FunctionDecl *function = waiting.back();
    waiting.pop_back();
    const auto found = Index.find(function);
    if (found != Index.end())
      reached.insert(found->second);
    take(found == Index.end() ? inHeader(function) : Of[found->second]);
  }
  return all;
}

const Mentioned &Mentions::inHeader(const FunctionDecl *function) {
  const auto [known, isNew] = OfHeaders.try_emplace(function);
  const FunctionDecl *definition = isNew ? function->getDefinition() : nullptr;
  if (!definition || !definition->getBody())
    return known->second;
  const SourceManager &sources = Context.getSourceManager();
  const SourceLocation place = sources.getExpansionLoc(definition->getLocation());
  // The main file's own are among the others; those of the system know nothing of this unit.
  if (!sources.isInMainFile(place) && !sources.isInSystemHeader(place))
    Collector(known->second).TraverseStmt(definition->getBody());
  return known->second;
}

} // namespace gputile::driver
