//===- Expr.h - C expressions as CUDA text ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints expressions from the AST, so that macros and typedefs are gone and
/// every conversion that changes a type stands there: compiled as C++, the text
/// has the types, roundings and order of operations of the C program.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_CTEXT_EXPR_H
#define GPUTILE_LIB_FRONTEND_CTEXT_EXPR_H

#include "Frontend/CText/CalleeTexts.h"
#include "Frontend/CText/DivisionText.h"
#include "Frontend/Extract/NullTest.h"
#include "Frontend/Extract/State.h"

#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gputile::frontend {

/// What an expression does with an lvalue.
enum class Use { Read, Write, Update };

/// Collects the pieces of a text.
class PieceList {
public:
  PieceList &operator<<(llvm::StringRef text);
  void add(BodyPiece piece) { Pieces.push_back(std::move(piece)); }
  size_t size() const { return Pieces.size(); }
  /// Appends a copy of the pieces from \p begin to before \p end.
  void repeat(size_t begin, size_t end);
  std::vector<BodyPiece> copy(size_t begin, size_t end) const;
  const BodyPiece &back() const { return Pieces.back(); }
  std::vector<BodyPiece> take() { return std::move(Pieces); }
  /// How deep in brackets the end of the text is.
  size_t openBrackets() const { return OpenBrackets; }
  /// Ends the current text piece, so that size() marks a place.
  void seal() { Sealed = true; }

private:
  std::vector<BodyPiece> Pieces;
  bool Sealed = false;
  size_t OpenBrackets = 0;
};

/// Prints an expression of Clang's AST as C with every conversion explicit.
class ExprPrinter : public clang::ConstStmtVisitor<ExprPrinter> {
public:
  ExprPrinter(ExtractState &state, CalleeTexts &callees) : State(state), Callees(callees) {}
  virtual ~ExprPrinter() = default;

  /// Prints \p expr; the text has exactly the type of \p expr.
  void value(const clang::Expr *expr);
  /// Prints \p expr as something with the same truth.
  void condition(const clang::Expr *expr);

protected:
  ExtractState &State;
  CalleeTexts &Callees;
  PieceList Out;

  /// Prints an lvalue: a variable, an element.
  virtual void lvalue(const clang::Expr *expr, Use use) = 0;
  /// False when \p condition is known never to be \p sense where the text is executed:
  /// what stands under it is not printed, as it refers to nothing.
  virtual bool canBe(const clang::Expr *condition, bool sense) { return true; }
  /// Runs \p body, which prints what is evaluated only if \p condition is \p sense.
  virtual void guarded(const clang::Expr *condition, bool sense,
                       llvm::function_ref<void()> body) {
    body();
  }

  /// Runs \p then and \p otherwise, which print what is evaluated where \p condition is true
  /// and where it is false.
  virtual void alternatives(const clang::Expr *condition, llvm::function_ref<void()> then,
                            llvm::function_ref<void()> otherwise) {
    guarded(condition, true, then);
    guarded(condition, false, otherwise);
  }

  /// Prints \p test if its pointer keeps its value while the region runs.
  virtual bool handleNullTest(const NullTest &test) { return false; }

  /// Whether the text stands in a kernel, with the functions of emitted files.
  virtual bool inKernel() const { return true; }

  /// Like value, in parentheses where the text could be torn apart.
  void operand(const clang::Expr *expr);

private:
  unsigned Depth = 0; ///< Of nested calls of `value` and `condition`.

  friend class clang::StmtVisitorBase<llvm::make_const_ptr, ExprPrinter, void>;
  void VisitStmt(const clang::Stmt *stmt);
  void VisitParenExpr(const clang::ParenExpr *paren) { value(paren->getSubExpr()); }
  void VisitConstantExpr(const clang::ConstantExpr *full) { value(full->getSubExpr()); }
  void VisitExprWithCleanups(const clang::ExprWithCleanups *full);
  void VisitGenericSelectionExpr(const clang::GenericSelectionExpr *selection);
  void VisitChooseExpr(const clang::ChooseExpr *choose);
  void VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *literal);
  void VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr *argument);
  void VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *zero) { zeroOf(zero); }
  void VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *zero) { zeroOf(zero); }
  void VisitInitListExpr(const clang::InitListExpr *list);
  void VisitDeclRefExpr(const clang::DeclRefExpr *ref);
  void VisitCastExpr(const clang::CastExpr *cast);
  void VisitUnaryOperator(const clang::UnaryOperator *op);
  void VisitBinaryOperator(const clang::BinaryOperator *op);
  void VisitConditionalOperator(const clang::ConditionalOperator *op);
  void VisitCallExpr(const clang::CallExpr *call);

  void checkDepth(const clang::Expr *expr) const;
  void zeroOf(const clang::Expr *expr);
  void checkArithmetic(const clang::BinaryOperator *op);
  void arithmetic(const clang::BinaryOperator *op);
  void product(const clang::BinaryOperator *op);
  void quotient(const clang::Expr *dividend, const DivisionText &division);
  void compoundAssign(const clang::CompoundAssignOperator *op);
  void assign(const clang::BinaryOperator *op);
  void conversion(const clang::CastExpr *cast);
  void truth(const clang::Expr *expr);
  void branch(const clang::Expr *expr);
  void logical(const clang::BinaryOperator *op);
  void logicalTerms(clang::BinaryOperatorKind code, llvm::ArrayRef<const clang::Expr *> terms);
  bool isPrimary(const clang::Expr *expr) const;
  bool exactProduct(clang::BinaryOperatorKind code, clang::QualType type) const;
  DivisionText exactDivision(const clang::BinaryOperator *op) const;
  bool isCall(const clang::BinaryOperator *op) const;
};

} // namespace gputile::frontend

#endif
