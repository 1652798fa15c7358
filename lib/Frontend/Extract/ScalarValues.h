//===- ScalarValues.h - Forward substitution of integer scalars -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What scalars of the region hold at the point of the walk. Integers are functions of
/// iterators and parameters: after `k = i + 1;` the subscript of `a[k]` is i + 1. Other values
/// are computed again where they are read, if that takes no memory that the region writes:
/// `x = i * h;` in front of an inner loop. Such a *followed* variable has no memory in the
/// Scop: every read is replaced by its value, and its last value is an ExitValue.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_SCALARVALUES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_SCALARVALUES_H

#include "Frontend/Extract/Polynomial.h"
#include "gputile/IR/Scop.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace gputile::frontend {

class ExtractState;

struct ScalarValue;
struct PossibleValue;

/// What variables hold at a point of the walk.
struct ScalarPoint {
  /// Null for values that are not known. The same pointer: the same assignment.
  std::map<const clang::VarDecl *, std::shared_ptr<const ScalarValue>> known;
  /// Of integers that are not followed: all assignments of which one was the last.
  std::map<const clang::VarDecl *, std::vector<std::shared_ptr<const PossibleValue>>> possible;
};

/// What an assignment gives to a variable: an affine value, a polynomial, or an expression.
struct ScalarValue {
  std::optional<isl::pw_aff> value; ///< [n, i…] -> { [(…)] } over iterators of loops around it.
  isl::set valid;              ///< Where the C expression has this value.
  std::vector<BodyPiece> text; ///< The C expression, without references.
  /// In atoms of the region's flat pointers (Delinearise.h) that the region does not assign.
  std::optional<Polynomial> polynomial = std::nullopt;
  /// Instead of all this an expression, which has the value as long as the loops around the
  /// assignment last …
  const clang::Expr *expr = nullptr;
  ScalarPoint before = {}; ///< … when variables hold this.
};

/// An assignment to an integer that holds its value, or that of another one.
struct PossibleValue {
  const clang::Expr *expr; ///< What it assigns.
  isl::set points;         ///< [n, i…] -> { : … } where it may run.
  size_t dataConditions;   ///< Around it.
  ScalarPoint before;      ///< What variables hold there.
};

/// The values of the followed variables.
class ScalarValues {
public:
  using Variables = std::set<const clang::VarDecl *>;
  using Values = ScalarPoint;

  void follow(Variables variables) { Followed = std::move(variables); }
  bool follows(const clang::VarDecl *variable) const { return Followed.count(variable); }

  /// True when \p variable still has the value it had before the region.
  bool isInitial(const clang::VarDecl *variable) const { return !Current.known.count(variable); }
  /// True when \p expr names a followed variable: its value depends on the point.
  bool mentionedIn(const clang::Expr *expr) const;
  /// True when \p expr names a variable whose value is known now, but not as text.
  bool mentionsNumber(const clang::Expr *expr) const;
  /// True when \p expr names a variable that holds the value of an expression now.
  bool mentionsText(const clang::Expr *expr) const;
  /// The value of \p variable; null when it is not known, or initial.
  const ScalarValue *find(const clang::VarDecl *variable) const;

  void assign(const clang::VarDecl *variable, ScalarValue value);
  /// Something changed \p variables.
  void forget(const Variables &variables);

  /// The assignments of which \p variable, which is not followed, holds the value of one; null
  /// when there may be others.
  const std::vector<std::shared_ptr<const PossibleValue>> *
  possible(const clang::VarDecl *variable) const;
  /// Something changed \p variable, which is not followed.
  void forgetPossible(const clang::VarDecl *variable) { Current.possible.erase(variable); }
  /// \p variable, which is not followed, holds \p value now.
  void choose(const clang::VarDecl *variable, PossibleValue value);

  const Values &current() const { return Current; }
  /// Goes back to where the values were \p values.
  void restore(Values values) { Current = std::move(values); }
  /// This point is also reached from one with \p others: what differs is not known.
  void join(const Values &others);

private:
  Variables Followed;
  Values Current;
};

bool mentionsAny(const clang::Expr *value, const ScalarValues::Variables &variables);

/// The variables that \p stmt assigns, increments or decrements.
ScalarValues::Variables assignedIn(const clang::Stmt *stmt);

/// The integers of the function whose assignments in the region look affine, iterators that
/// the region also assigns elsewhere, and other scalars that carry simple values into loops.
/// \param rejected not these, but for iterators
ScalarValues::Variables followedVariables(ExtractState &state,
                                          const ScalarValues::Variables &rejected);

/// Whether \p expr, evaluated again at any later point of the loops around this one, has the
/// same value.
bool canBeRepeated(const ExtractState &state, const clang::Expr *expr);

/// Thrown where a followed variable has no value of this kind: the extraction begins again and
/// treats it as memory. Caught in extractScop only.
struct NotFollowedError {
  const clang::VarDecl *variable;
};

} // namespace gputile::frontend

#endif
