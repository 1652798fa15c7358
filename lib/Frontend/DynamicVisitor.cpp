//===- DynamicVisitor.cpp - A walk over Clang's syntax trees --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/DynamicVisitor.h"

using namespace clang;

template class clang::RecursiveASTVisitor<gputile::DynamicVisitor>;

namespace gputile {

bool DynamicVisitor::TraverseStmt(Stmt *stmt, DataRecursionQueue *queue) {
  return RecursiveASTVisitor::TraverseStmt(stmt, queue);
}

// After the children, Clang visits a statement whose children are in a queue only where its
// function is not overridden, and takes all of these for overridden.
#define TRAVERSE(NODE)                                                                             \
  bool DynamicVisitor::Traverse##NODE(NODE *node, DataRecursionQueue *queue) {                     \
    return RecursiveASTVisitor::Traverse##NODE(node, shouldTraversePostOrder() ? nullptr : queue); \
  }
TRAVERSE(AttributedStmt)
TRAVERSE(BinaryOperator)
TRAVERSE(CapturedStmt)
TRAVERSE(ConditionalOperator)
TRAVERSE(ForStmt)
TRAVERSE(ImplicitCastExpr)
TRAVERSE(InitListExpr)
TRAVERSE(LambdaExpr)
TRAVERSE(UnaryExprOrTypeTraitExpr)
#undef TRAVERSE

bool DynamicVisitor::TraverseDecl(Decl *decl) { return RecursiveASTVisitor::TraverseDecl(decl); }

bool DynamicVisitor::TraverseClassTemplateDecl(ClassTemplateDecl *pattern) {
  return RecursiveASTVisitor::TraverseClassTemplateDecl(pattern);
}

} // namespace gputile
