//===- VariableMentions.h - What a statement mentions ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_VARIABLEMENTIONS_H
#define GPUTILE_LIB_FRONTEND_VARIABLEMENTIONS_H

#include "gputile/Frontend/DynamicVisitor.h"
#include <vector>

namespace gputile::frontend {

/// The variables that a region mentions, and members it reads through pointers.
class VariableMentions : public DynamicVisitor {
public:
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) override {
    if (llvm::isa<clang::VarDecl>(ref->getDecl()))
      variables.push_back(ref);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    members.push_back(member);
    return true;
  }
  std::vector<const clang::DeclRefExpr *> variables;
  std::vector<const clang::MemberExpr *> members;
};

inline VariableMentions mentionsIn(const clang::Stmt *statement) {
  VariableMentions mentions;
  mentions.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return mentions;
}

inline const clang::VarDecl *canonical(const clang::DeclRefExpr *ref) {
  return llvm::cast<clang::VarDecl>(ref->getDecl())->getCanonicalDecl();
}

} // namespace gputile::frontend

#endif
