//===- ValueVisitor.h - Walks over what runs --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_VALUEVISITOR_H
#define GPUTILE_LIB_FRONTEND_INLINE_VALUEVISITOR_H

#include "clang/AST/RecursiveASTVisitor.h"

namespace gputile::frontend {

/// Clang's visitor sees lists of initialisers as they are written, and nothing of arguments and initialisers that are
/// used by default. This one sees what runs: with all conversions and reads.
template <typename Derived> class ValueVisitor : public clang::RecursiveASTVisitor<Derived> {
public:
  bool TraverseInitListExpr(clang::InitListExpr *list) {
    for (clang::Stmt *init : list->children())
      if (!derived().TraverseStmt(init))
        return false;
    return !list->hasArrayFiller() || derived().TraverseStmt(list->getArrayFiller());
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *argument) {
    return derived().TraverseStmt(argument->getExpr());
  }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *init) { return derived().TraverseStmt(init->getExpr()); }

  /// Also what a constructor initialises.
  void traverseFunction(const clang::FunctionDecl *definition) {
    if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits())
        derived().TraverseStmt(init->getInit());
    derived().TraverseStmt(definition->getBody());
  }

private:
  Derived &derived() { return *static_cast<Derived *>(this); }
};

} // namespace gputile::frontend

#endif
