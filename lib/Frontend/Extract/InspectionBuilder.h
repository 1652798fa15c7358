//===- InspectionBuilder.h - What is read, found before the region -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `y[i] = x[index[i]]` where the size of x is not known: the entry runs a slice of the statement
/// first, which notes the subscripts of x. See Inspection of the Scop.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_INSPECTIONBUILDER_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_INSPECTIONBUILDER_H

#include "Frontend/Extract/Slice.h"
#include "Frontend/Extract/StatementBuilder.h"

namespace gputile::frontend {

/// Makes the inspection of a statement. Refuses, in any words, what cannot be found before the
/// region by a program that only reads.
class InspectionBuilder : public StatementBuilder {
public:
  /// \param slice of the statement for its gathers
  InspectionBuilder(ExtractState &state, CalleeTexts &callees, ArrayTable &arrays,
                    const WalkPoint &point, clang::SourceLocation loc, const Slice &slice)
      : StatementBuilder(state, callees, arrays, point, loc), TheSlice(slice) {}

  /// Adds the notes of reads in the value of \p initialiser.
  void noteValue(const clang::Expr *initialiser);
  /// The same for the truth of \p expr.
  void noteCondition(const clang::Expr *expr);
  /// Adds the inspection to the state.
  /// \param refusal for a region that writes what is read
  void finishInspection(const Refusal &refusal);

protected:
  bool inKernel() const override { return false; }
  bool update(const clang::Stmt *stmt) override;
  bool wants(const clang::VarDecl *variable) override;
  void lvalue(const clang::Expr *expr, Use use) override;
  void gathered(const clang::Expr *read, unsigned array,
                std::vector<BodyPiece> subscript) override;
  void repeated(const clang::Stmt *stmt, llvm::function_ref<void()> body) override;
  void guarded(const clang::Expr *condition, bool sense, llvm::function_ref<void()> body) override;
  void alternatives(const clang::Expr *condition, llvm::function_ref<void()> then,
                    llvm::function_ref<void()> otherwise) override;

private:
  using Pieces = std::vector<BodyPiece>;

  const Slice &TheSlice;
  bool Aside = false;      ///< What is printed is not the inspection's text.
  bool Collecting = false; ///< But notes of the reads in it are wanted.
  PieceList Notes;
  std::set<const clang::Expr *> Found; ///< The reads that are noted.
  std::set<std::string> Unwanted; ///< Names of variables that are not declared.

  void aside(bool collecting, llvm::function_ref<void()> body);
  void note(llvm::function_ref<void()> body);
  PieceList collected(llvm::function_ref<void()> body);
  void addGuarded(const clang::Expr *condition, bool sense, PieceList notes);
  void declarations(const clang::DeclStmt *stmt);
  void refuseInspection() const;
  bool isAllowed(llvm::StringRef word) const;
  void checkText(const Pieces &pieces) const;
  void markReads(const Pieces &pieces, std::set<unsigned> &reads) const;
  std::set<unsigned> decidingReads(const Pieces &body) const;
  void renumber(Pieces &pieces, const std::map<unsigned, unsigned> &numbers) const;
};

} // namespace gputile::frontend

#endif
