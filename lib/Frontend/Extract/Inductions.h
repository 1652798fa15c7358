//===- Inductions.h - Integers that loops change by constants ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   for (i = 0, k = 3; i < n; i++, k += 2) a[k] = …;
/// \endcode
/// In each iteration k is 3 + 2 * i, and behind the loop 3 + 2 * n. What two iterations undo takes
/// turns, as the first element of each row of a red-black sweep does:
/// \code
///   for (j = 0, k = 1; j < n; j++, k = 3 - k) for (i = k; i < n; i += 2) a[j][i] = …;
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_INDUCTIONS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_INDUCTIONS_H

#include "Frontend/Extract/LoopDomain.h"
#include "Frontend/Extract/LoopSteps.h"

namespace gputile::frontend {

/// The inductions of one loop whose variables are followed and have known values in front of it.
class LoopInductions {
public:
  /// In front of \p loop, at the iterations \p domain of the loops around it.
  LoopInductions(ExtractState &state, const clang::ForStmt *loop, const isl::set &domain);

  /// Gives the variables their values in an iteration of \p shape, which starts at \p lower: that
  /// with the value \p iterator, or behind the loop.
  void assign(const LoopShape &shape, const isl::pw_aff &lower, const isl::pw_aff &iterator) const;

private:
  ExtractState &State;
  std::vector<std::pair<Induction, Affine>> Starts;
  /// What a variable is in every iteration with an even number, from 0, and in all others.
  struct Turn {
    const clang::VarDecl *variable;
    Affine even, odd;
  };
  std::vector<Turn> Turns;

  /// Where two iterations of the loop give the variable back the value in front of the loop.
  std::optional<Turn> turnOf(const Recurrence &recurrence, const isl::set &domain) const;
  std::vector<BodyPiece> textOf(const isl::pw_aff &before, const Turn &turn) const;
};

/// The value of the iterator behind the loop, [n, i…] -> { [(…)] }; none where it has many cases.
std::optional<isl::pw_aff> exitValue(const LoopDomain &domain);

/// What \p value, of \p variable, becomes by adding \p step.
Affine stepped(const ExtractState &state, const clang::VarDecl *variable, const Affine &value,
               const isl::pw_aff &step);

/// C text for \p value, a function of iterators and parameters; empty where it has many cases, or
/// divisions.
std::vector<BodyPiece> textOf(const ExtractState &state, const isl::pw_aff &value);

/// The affine value of \p variable, which is followed, at this point; none when it is not known.
std::optional<Affine> currentValue(ExtractState &state, const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
