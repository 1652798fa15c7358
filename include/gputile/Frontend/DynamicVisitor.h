//===- DynamicVisitor.h - A walk over Clang's syntax trees -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's RecursiveASTVisitor with virtual functions. The template is large, and each class
/// derived from it takes seconds to compile; of this one there is one instance. LLVM 20 has a
/// class like it.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_DYNAMICVISITOR_H
#define GPUTILE_FRONTEND_DYNAMICVISITOR_H

#include "clang/AST/RecursiveASTVisitor.h"

namespace gputile {

/// Only what some visitor overrides is virtual: another function of RecursiveASTVisitor that a
/// visitor needs is added here.
class DynamicVisitor : public clang::RecursiveASTVisitor<DynamicVisitor> {
public:
  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  virtual bool shouldVisitImplicitCode() const { return false; }
  virtual bool shouldTraversePostOrder() const { return false; }

  // Statements that are put into a queue are visited later, without recursion. What overrides
  // one of these functions and passes no queue on visits the statement at once.
  virtual bool TraverseStmt(clang::Stmt *stmt, DataRecursionQueue *queue = nullptr);
  virtual bool TraverseAttributedStmt(clang::AttributedStmt *stmt,
                                      DataRecursionQueue *queue = nullptr);
  virtual bool TraverseBinaryOperator(clang::BinaryOperator *op,
                                      DataRecursionQueue *queue = nullptr);
  virtual bool TraverseCapturedStmt(clang::CapturedStmt *stmt, DataRecursionQueue *queue = nullptr);
  virtual bool TraverseConditionalOperator(clang::ConditionalOperator *op,
                                           DataRecursionQueue *queue = nullptr);
  virtual bool TraverseForStmt(clang::ForStmt *loop, DataRecursionQueue *queue = nullptr);
  virtual bool TraverseImplicitCastExpr(clang::ImplicitCastExpr *cast,
                                        DataRecursionQueue *queue = nullptr);
  virtual bool TraverseInitListExpr(clang::InitListExpr *list, DataRecursionQueue *queue = nullptr);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr *lambda, DataRecursionQueue *queue = nullptr);
  virtual bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *expr,
                                                DataRecursionQueue *queue = nullptr);
  virtual bool TraverseDecl(clang::Decl *decl);
  virtual bool TraverseClassTemplateDecl(clang::ClassTemplateDecl *pattern);
  virtual bool dataTraverseStmtPre(clang::Stmt *) { return true; }

  virtual bool VisitDecl(clang::Decl *) { return true; }
  virtual bool VisitValueDecl(clang::ValueDecl *) { return true; }
  virtual bool VisitVarDecl(clang::VarDecl *) { return true; }
  virtual bool VisitStmt(clang::Stmt *) { return true; }
  virtual bool VisitForStmt(clang::ForStmt *) { return true; }
  virtual bool VisitIfStmt(clang::IfStmt *) { return true; }
  virtual bool VisitOMPExecutableDirective(clang::OMPExecutableDirective *) { return true; }
  virtual bool VisitExpr(clang::Expr *) { return true; }
  virtual bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *) { return true; }
  virtual bool VisitBinaryOperator(clang::BinaryOperator *) { return true; }
  virtual bool VisitCallExpr(clang::CallExpr *) { return true; }
  virtual bool VisitCastExpr(clang::CastExpr *) { return true; }
  virtual bool VisitCompoundLiteralExpr(clang::CompoundLiteralExpr *) { return true; }
  virtual bool VisitConditionalOperator(clang::ConditionalOperator *) { return true; }
  virtual bool VisitCXXConstructExpr(clang::CXXConstructExpr *) { return true; }
  virtual bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr *) { return true; }
  virtual bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr *) { return true; }
  virtual bool VisitCXXThisExpr(clang::CXXThisExpr *) { return true; }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr *) { return true; }
  virtual bool VisitExplicitCastExpr(clang::ExplicitCastExpr *) { return true; }
  virtual bool VisitImplicitCastExpr(clang::ImplicitCastExpr *) { return true; }
  virtual bool VisitInitListExpr(clang::InitListExpr *) { return true; }
  virtual bool VisitLambdaExpr(clang::LambdaExpr *) { return true; }
  virtual bool VisitMaterializeTemporaryExpr(clang::MaterializeTemporaryExpr *) { return true; }
  virtual bool VisitMemberExpr(clang::MemberExpr *) { return true; }
  virtual bool VisitUnaryOperator(clang::UnaryOperator *) { return true; }

protected:
  ~DynamicVisitor() = default;
};

} // namespace gputile

extern template class clang::RecursiveASTVisitor<gputile::DynamicVisitor>;

#endif
