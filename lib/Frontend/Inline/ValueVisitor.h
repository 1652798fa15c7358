//===- ValueVisitor.h - Walks over what runs --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_VALUEVISITOR_H
#define GPUTILE_LIB_FRONTEND_INLINE_VALUEVISITOR_H

#include "gputile/Frontend/DynamicVisitor.h"

namespace gputile::frontend {

/// Clang's visitor sees lists of initialisers as they are written, and nothing of arguments and initialisers that are
/// used by default. This one sees what runs: with all conversions and reads.
class ValueVisitor : public DynamicVisitor {
public:
  bool TraverseInitListExpr(clang::InitListExpr *list, DataRecursionQueue *) override {
    for (clang::Stmt *init : list->children())
      if (!TraverseStmt(init))
        return false;
    return !list->hasArrayFiller() || TraverseStmt(list->getArrayFiller());
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *argument) override {
    return TraverseStmt(argument->getExpr());
  }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *init) override {
    return TraverseStmt(init->getExpr());
  }

  /// Also what a constructor initialises.
  void traverseFunction(const clang::FunctionDecl *definition) {
    if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits())
        TraverseStmt(init->getInit());
    TraverseStmt(definition->getBody());
  }
};

} // namespace gputile::frontend

#endif
