//===- Clone.h - Copies of statements with other variables ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies a function's body for one call: with variables of its own, and with what the call
/// passes in the place of parameters. What need not change is shared with the original.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_CLONE_H
#define GPUTILE_LIB_FRONTEND_INLINE_CLONE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <vector>

namespace gputile::frontend {

/// Copies statements and expressions of the kinds that regions may contain.
class Cloner {
public:
  using Originals = std::map<const clang::Stmt *, const clang::Stmt *>;

  /// \param owner the function that declares new variables
  /// \param fresh whether all variables are declared anew
  /// \param originals receives of what each statement is a copy
  Cloner(clang::ASTContext &ast, clang::DeclContext *owner, bool fresh, Originals &originals)
      : Ast(ast), Owner(owner), Fresh(fresh), TheOriginals(originals) {}
  virtual ~Cloner() = default;

  /// Where the variable is mentioned, the copy has another variable.
  void rename(const clang::VarDecl *variable, clang::VarDecl *copy) { Renamed[variable] = copy; }
  /// The copy has \p place, an lvalue, where \p variable is mentioned.
  void setPlace(const clang::VarDecl *variable, clang::Expr *place) { Places[variable] = place; }
  /// The copy has \p value where \p variable is read; another use of it makes no copy.
  void setValue(const clang::VarDecl *variable, clang::Expr *value) { Values[variable] = value; }
  /// The copy has \p pointer where `this` is mentioned.
  void setThis(clang::Expr *pointer) { This = pointer; }
  /// The copy has \p value in the place of \p expr: of the same type and value category, or a structure that is
  /// read from a variable.
  void setValue(const clang::Expr *expr, clang::Expr *value) { Given[expr] = value; }
  /// What is put in the place of variables and `this` is so in the copies of \p other, too.
  void inherit(const Cloner &other);

  /// The copy, which may be \p expr itself; null when it holds something that is not known.
  clang::Expr *expr(const clang::Expr *expr);
  clang::Stmt *stmt(const clang::Stmt *stmt);
  /// The copy of \p region, which may be a loop that something else stands for; null where there is
  /// none.
  clang::Stmt *regionCopy(const clang::Stmt *region) {
    std::vector<clang::Stmt *> items;
    return append(region, items) ? items.front() : nullptr;
  }

  /// A new variable like \p variable, without its initialiser.
  clang::VarDecl *newVariable(const clang::VarDecl *variable, clang::QualType type);
  /// The declaration of \p variable alone.
  clang::Stmt *declaration(clang::VarDecl *variable);
  /// A mention of \p variable.
  clang::Expr *mention(clang::VarDecl *variable, clang::SourceLocation loc);

protected:
  clang::ASTContext &Ast;
  clang::DeclContext *Owner;

  /// True when \p call is not copied as it is.
  virtual bool replaces(const clang::CallExpr *) const { return false; }
  bool isGiven(const clang::Expr *expr) const { return Given.count(expr); }
  bool changes(const clang::Stmt *stmt) const;
  virtual clang::Expr *call(const clang::CallExpr *expr);
  /// Where the copy of what stands at \p original is for users.
  virtual clang::SourceLocation placeOf(clang::SourceLocation original) const { return original; }
  /// True when the copy of what holds \p stmt has something else in its place.
  virtual bool isReplaced(const clang::Stmt *) const { return false; }
  /// What the copy has in the place of \p expr, if that is something else.
  virtual clang::Expr *replacement(const clang::Expr *) { return nullptr; }
  /// x, when \p pointer is `&x`; else null.
  clang::Expr *behind(clang::Expr *pointer);
  /// Reads \p place, an lvalue of the original.
  virtual clang::Expr *load(const clang::Expr *place);
  /// Appends the copy of \p item, a statement of a block. \returns whether there is one.
  virtual bool append(const clang::Stmt *item, std::vector<clang::Stmt *> &items);

private:
  bool Fresh;
  Originals &TheOriginals;
  std::map<const clang::VarDecl *, clang::VarDecl *> Renamed;
  std::map<const clang::VarDecl *, clang::Expr *> Places, Values;
  std::map<const clang::Expr *, clang::Expr *> Given;
  clang::Expr *This = nullptr;
  clang::SwitchStmt *Switch = nullptr; ///< The innermost copy around.

  template <typename Range> bool exprs(const Range &all, std::vector<clang::Expr *> &copies);
  clang::Expr *objectCall(const clang::CXXMemberCallExpr *expr);
  clang::Expr *variable(const clang::DeclRefExpr *ref);
  clang::Expr *copyOfCast(const clang::CastExpr *cast);
  clang::Expr *unary(const clang::UnaryOperator *op);
  clang::Expr *binary(const clang::BinaryOperator *op);
  clang::Expr *conditional(const clang::ConditionalOperator *op);
  clang::Expr *subscript(const clang::ArraySubscriptExpr *expr);
  clang::Expr *member(const clang::MemberExpr *expr);
  clang::Expr *construction(const clang::CXXConstructExpr *made);
  clang::Expr *list(const clang::InitListExpr *expr);
  clang::Stmt *copyOf(const clang::Stmt *stmt);
  clang::Stmt *part(const clang::Stmt *stmt);
  clang::Stmt *block(const clang::CompoundStmt *stmt);
  clang::QualType sized(clang::QualType original);
  clang::Stmt *declarations(const clang::DeclStmt *stmt);
  clang::Stmt *branch(const clang::IfStmt *stmt);
  clang::Stmt *loop(const clang::ForStmt *stmt);
  clang::Stmt *choice(const clang::SwitchStmt *stmt);
  clang::Stmt *label(const clang::SwitchCase *stmt);
};

/// A mention of \p variable.
clang::Expr *mentionOf(clang::ASTContext &ast, clang::VarDecl *variable, clang::SourceLocation loc);

/// Reads \p variable.
clang::Expr *readOf(clang::ASTContext &ast, clang::VarDecl *variable, clang::SourceLocation loc);

/// The place from which \p expr reads a whole structure; else null.
clang::Expr *placeOfStructure(clang::Expr *expr);

/// \p place where it is only made const.
clang::Expr *withoutNoOps(clang::Expr *place);

} // namespace gputile::frontend

#endif
