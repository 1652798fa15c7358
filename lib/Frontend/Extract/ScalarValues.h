//===- ScalarValues.h - Forward substitution of integer scalars -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the region's integer scalars hold at the point of the walk, as functions of
/// iterators and parameters: after `k = i + 1;` the subscript of `a[k]` is i + 1. Such a
/// *followed* variable has no memory in the Scop: every read is replaced by its value, and
/// its last value is an ExitValue.
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

/// What an assignment gives to a variable. A value that is not affine is a polynomial.
struct ScalarValue {
  std::optional<isl::pw_aff> value; ///< [n, i…] -> { [(…)] } over iterators of loops around it.
  isl::set valid;              ///< Where the C expression has this value.
  std::vector<BodyPiece> text; ///< The C expression, without references.
  /// In atoms of the region's flat pointers (Delinearise.h) that the region does not assign.
  std::optional<Polynomial> polynomial = std::nullopt;
};

/// The values of the followed variables.
class ScalarValues {
public:
  using Variables = std::set<const clang::VarDecl *>;
  /// Null for values that are not known. The same pointer: the same assignment.
  using Values = std::map<const clang::VarDecl *, std::shared_ptr<const ScalarValue>>;

  void follow(Variables variables) { Followed = std::move(variables); }
  bool follows(const clang::VarDecl *variable) const { return Followed.count(variable); }

  /// True when \p variable still has the value it had before the region.
  bool isInitial(const clang::VarDecl *variable) const { return !Current.count(variable); }
  /// True when \p expr names a followed variable: its value depends on the point.
  bool mentionedIn(const clang::Expr *expr) const;
  /// The value of \p variable; null when it is not known, or initial.
  const ScalarValue *find(const clang::VarDecl *variable) const;

  void assign(const clang::VarDecl *variable, ScalarValue value);
  /// Something changed those of \p variables that are followed.
  void forget(const Variables &variables);

  const Values &current() const { return Current; }
  /// Goes back to where the values were \p values.
  void restore(Values values) { Current = std::move(values); }
  /// This point is also reached from one with \p others: what differs is not known.
  void join(const Values &others);

private:
  Variables Followed;
  Values Current;
};

/// The variables that \p stmt assigns, increments or decrements.
ScalarValues::Variables assignedIn(const clang::Stmt *stmt);

/// The integers of the function whose assignments in the region look affine, and iterators
/// that the region also assigns elsewhere.
/// \param rejected not these, but for iterators
ScalarValues::Variables followedVariables(const ExtractState &state,
                                          const ScalarValues::Variables &rejected);

/// Thrown where a followed variable has no value that can be followed: the extraction begins again and
/// treats it as memory. Caught in extractScop only.
struct NotFollowedError {
  const clang::VarDecl *variable;
};

} // namespace gputile::frontend

#endif
