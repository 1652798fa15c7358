//===- StatementBuilder.h - C statements as statements of the Scop -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds one Statement of the Scop from one C statement (or a run of statements tied by
/// local variables). Loops in it run in its text, each with all its iterations in one instance.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_STATEMENTBUILDER_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_STATEMENTBUILDER_H

#include "Frontend/CText/Control.h"
#include "Frontend/Extract/AccessPath.h"
#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/ArrayTable.h"
#include "Frontend/Extract/OwnValues.h"
#include "Frontend/Extract/SubscriptLoops.h"

#include <unordered_map>

namespace gputile::frontend {

/// Makes one statement of the Scop: its text and its accesses.
class StatementBuilder : public ControlPrinter {
public:
  /// A statement at \p point, for all of its domain.
  StatementBuilder(ExtractState &state, CalleeTexts &callees, ArrayTable &arrays,
                   const WalkPoint &point, clang::SourceLocation loc);

  /// Appends a local variable's declaration (or initialisation, when it is Private). The first
  /// value of an iterator is that of loops behind this statement.
  void local(const clang::VarDecl *variable);
  /// Appends a declaration of \p variable, a temporary, without a value.
  void declare(const clang::VarDecl *variable);
  /// The statement also uses \p variables otherwise than to update them: no update of them may be
  /// made in another order.
  void useOtherwise(std::set<const clang::VarDecl *> variables) { UsedOtherwise = std::move(variables); }
  /// Appends `array = (condition);` for a Private scalar.
  void storeCondition(unsigned array, const clang::Expr *condition);
  /// Wraps what follows in braces, so that locals stay inside.
  void open() { Out << "{ "; }
  void close() { Out << "}"; }
  void space() { Out << " "; }
  /// Prints \p stmt, for which \p original stands in the program, with a variable of its own
  /// for each that lives inside \p original only.
  void withTemporaries(const clang::Stmt *original, const clang::Stmt *stmt);

  /// Adds the statement to the state when it writes something.
  /// \returns whether it did.
  bool finish();
  /// True when a followed variable was assigned.
  bool assigns() const { return Assigns; }

  /// An access to a pointer of unknown extent through subscripts that depend on data. An
  /// inspection has to find these before the region.
  struct Gather {
    const clang::Expr *read; ///< The lvalue, where the statement accesses it.
    Refusal refusal;         ///< Why the region stays as it is, if nothing can find them.
  };
  const std::vector<Gather> &gathers() const { return Gathers; }

protected:
  void lvalue(const clang::Expr *expr, Use use) override;
  bool canBe(const clang::Expr *condition, bool sense) override;
  bool handleNullTest(const NullTest &test) override;
  void guarded(const clang::Expr *condition, bool sense,
               llvm::function_ref<void()> body) override;
  void alternatives(const clang::Expr *condition, llvm::function_ref<void()> then,
                    llvm::function_ref<void()> otherwise) override;
  bool handleBranch(const clang::IfStmt *branch) override;
  bool handleLocal(const clang::VarDecl *variable) override;
  bool handleAssignment(const clang::VarDecl *variable, const clang::Expr *value) override;
  bool handleStep(const clang::Expr *expr) override;
  void assigned(const clang::VarDecl *variable, const clang::Expr *value) override;
  void otherStatement(const clang::Stmt *stmt) override;
  void repeated(const clang::Stmt *stmt, llvm::function_ref<void()> body) override;
  void atLabel() override { State.Scalars.forget(ChangedInSwitch); }
  bool update(const clang::Stmt *stmt) override;
  /// Whether \p variable, a temporary, is declared in the text.
  virtual bool wants(const clang::VarDecl *variable) { return true; }
  /// Called for each read that is a Gather, with the text of the outermost subscript.
  /// \param read where the statement does it
  virtual void gathered(const clang::Expr *read, unsigned array, std::vector<BodyPiece> subscript) {}

  ArrayTable &Arrays;
  const WalkPoint &Point;
  Statement TheStatement;

private:
  isl::set Path;      ///< Part of the domain where the current text is executed.
  bool Assigns = false;
  unsigned Maybe = 0; ///< Conditions on data around the current text.
  bool Repeats = false; ///< The current text may be executed several times.
  bool Speculates = false; ///< The current text may run where the program does not evaluate it.
  bool InUpdate = false; ///< The lvalue being printed is an update's element.
  std::set<unsigned> Uncertain; ///< References that only some data executes.
  std::vector<Gather> Gathers;
  const clang::Expr *Outermost = nullptr; ///< The lvalue around the text that is printed.
  bool Gathering = false; ///< The elements are those that an inspection will find.
  /// Affine loops in the text around its end: their iterators have no dimension.
  std::vector<LoopLevel> TextLoops;
  /// What the innermost `switch` around the end of the text assigns.
  ScalarValues::Variables ChangedInSwitch;
  /// A reference that is only read, since what it reads was written last.
  struct KnownRead {
    unsigned reference;
    FixedRange fixed;
  };
  std::unordered_multimap<uint32_t, KnownRead> Reads; ///< By the hash of what they read.
  OwnValues Own;
  bool InSubscript = false; ///< The text is a subscript that is not affine.
  std::set<const clang::VarDecl *> UsedOtherwise;
  std::vector<BoundedSubscript> Bounded; ///< What is evaluated whatever the data.
  /// By the place of an updated element: the clause that would free its updates.
  std::map<uint32_t, std::string> Clauses;

  SubscriptLoops Loops; ///< On which those of clause independent depend.
  IndependentLoops Independent;

  /// Where a condition, as far as it is affine, has a certain truth.
  struct Branch {
    isl::set path;
    bool onData; ///< Not affine: perhaps not everywhere there.
  };
  Branch branchOf(const clang::Expr *condition, bool sense);
  void inBranch(const clang::Expr *condition, bool sense, llvm::function_ref<void()> body);

  void printConditions();
  UpdateOrder orderOf(const struct UpdateForm &form) const;
  bool hasElementPerIteration(const clang::Expr *target) const;
  Update startUpdate(const struct UpdateForm &form);
  void finishUpdate(const struct UpdateForm &form, Update &update);
  void guard(const struct UpdateForm &form);
  void print(const struct UpdateForm &form);
  void print(const std::vector<struct UpdateForm> &forms);
  bool speculate(const struct UpdateForm &form);
  [[noreturn]] static void refuseSpeculation(SourceRef loc);
  void requireInside(unsigned reference, const isl::set &index);
  void truthOperand(const struct UpdateForm &form, Update &update);
  void refuseOddSize(const clang::VarDecl *variable) const;
  void initialiseElements(unsigned array, const clang::Expr *init, clang::QualType type,
                          std::vector<long> index);
  void scalar(const clang::VarDecl *variable, Use use, clang::SourceLocation loc);
  bool readWithoutMemory(const clang::VarDecl *variable);
  bool readFollowed(const clang::VarDecl *variable, clang::SourceLocation loc);
  bool isUsedInsideOnly(const clang::VarDecl *variable) const;
  void scalarText(const ScalarValue &known);
  std::optional<ScalarValue> integerValue(const clang::VarDecl *variable,
                                          const clang::Expr *init);
  ScalarValue scalarValue(const clang::VarDecl *variable, const clang::Expr *init);
  std::vector<BodyPiece> textOf(const clang::Expr *expr);
  std::vector<BodyPiece> portableText(const clang::Expr *init, const std::optional<Affine> &affine);
  void noteAssignment(const clang::VarDecl *variable, const ScalarValue &assigned,
                      clang::SourceLocation loc);
  void element(const AccessPath &path, Use use);
  /// What subscripts name: one element, or one of several.
  struct ElementSet {
    isl::set index; ///< [n, i…, a…] -> { : … }
    bool chosen;    ///< Data says which.
  };
  /// The elements that affine subscripts name, or none with \p failure set.
  std::optional<ElementSet> affineIndex(unsigned array, const AccessPath &path,
                                        AffineFailure &failure);
  void refuseOutside(const AccessPath &path);
  void noteBounded(unsigned array, const AccessPath &path, const std::vector<Affine> &subscripts);
  std::optional<Affine> affineSum(const Subscript &subscript, AffineFailure &failure);
  std::optional<std::vector<Affine>> affineSubscripts(const AccessPath &path,
                                                      AffineFailure &failure);
  std::optional<std::vector<Affine>> outerSubscripts(const AccessPath &path, AffineFailure &failure);
  std::optional<Affine> memberPosition(const MemberPath &path, AffineFailure &failure);
  isl::set possibleElements(unsigned array, const AccessPath &path);
  void nonAffine(unsigned array, const AccessPath &path, Use use, const AffineFailure &failure);
  void refuseNonAffine(unsigned array, const AccessPath &path, Use use,
                       const AffineFailure &failure);
  bool mayBeInText(unsigned array, Use use) const;
  void noteIndependent(unsigned array, std::set<unsigned> loops);
  std::vector<BodyPiece> subscriptText(const Subscript &subscript);
  bool gather(unsigned array, const AccessPath &path, Use use, const AffineFailure &failure);
  std::vector<BodyPiece> countedRows(unsigned array, std::vector<BodyPiece> elements,
                                     clang::SourceLocation loc);
  void elementInText(unsigned array, const AccessPath &path, const isl::set &elements, Use use);
  bool involvesTextLoops(const isl::set &index) const;
  isl::set withoutTextLoops(isl::set set) const;
  void enterTextLoop(const clang::ForStmt *loop);
  unsigned addReference(unsigned array, const isl::set &index, bool affine,
                        clang::SourceLocation loc);
  isl::map possibleAccesses(unsigned array, const isl::map &relation) const;
  void addAccesses(unsigned reference, const isl::set &index, Use use);
  void reference(unsigned array, const isl::set &index, Use use, clang::SourceLocation loc);
  unsigned mergeRead(unsigned number);
  void forgetReads(unsigned written);
  void forgetLast(size_t access);
  void noteElements(unsigned array, const isl::map &relation, bool certain);
  isl::map mapTo(unsigned array, const isl::set &set) const;
};

/// The isl parameters that stand for the index of an array of \p rank.
std::vector<std::string> indexIds(unsigned rank);

/// What an affine part of \p condition demands, a superset of where it holds.
isl::set conditionBounds(ExtractState &state, const clang::Expr *condition,
                         const isl::set &domain);

} // namespace gputile::frontend

#endif
