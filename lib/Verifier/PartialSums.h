//===- PartialSums.h - Programs whose sums are reassociated -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the proof about partial sums takes apart. `before` is the original program, `after`
/// the one with partial sums: the same statements, some of them with other dimensions and
/// with updates that go to new arrays, and behind them statements that initialise new arrays
/// or add an element of one to another element.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PARTIALSUMS_H
#define GPUTILE_LIB_VERIFIER_PARTIALSUMS_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// The two programs.
struct SumPrograms {
  const Scop &before, &after;
  /// By original statement: { S[i_after…] -> S[i_before…] }.
  std::vector<isl::map> instances;
  isl::set context; ///< { : }

  /// { S[i_before…] -> [t…] }: when statement \p s runs in `after`.
  isl::map timeAfter(unsigned s) const;
};

/// All updates of one array in one original statement, which go to a new array.
struct RedirectedSum {
  unsigned statement;
  unsigned array;      ///< Of the original program.
  unsigned partials;   ///< The new array.
  UpdateOperator op;   ///< Add, Multiply, or an extremum of floating-point numbers.
  bool ordered;        ///< The parts are to be combined in the order of the program.
  isl::map element;    ///< { S[i_before…] -> A[a] }
  isl::map summands;   ///< { S[i_after…] -> P[p] }, perhaps more than are executed.
};

/// `P[p] = -0.0;`, or another value.
struct Initialisation {
  unsigned statement, array;
  std::string value; ///< Its text.
};

/// `target += source;`, or the product or extremum.
struct Addition {
  unsigned statement, target, source;
  UpdateOperator op;
};

/// What `after` consists of beside the statements that are as they were.
struct SumParts {
  std::vector<RedirectedSum> sums;
  std::vector<Initialisation> initialisations;
  std::vector<Addition> additions;
};

/// Whether partial sums of the type with the C text \p type that begin with \p value, and are
/// combined by \p op, are those of what is combined alone.
bool isNeutral(UpdateOperator op, const std::string &type, const std::string &value);

/// The statements of `before` are in `after`, their instances one to one, and in the same
/// order. Finds the redirected sums in \p parts.
Outcome compareOriginals(const SumPrograms &programs, SumParts &parts);
/// All other statements and arrays have one of the forms above. Finds them in \p parts.
Outcome readNewStatements(const SumPrograms &programs, SumParts &parts);
/// Each instance of an update contributes once to what the original updates, in the same
/// order as before with all other accesses to it.
Outcome checkContributions(const SumPrograms &programs, const SumParts &parts);

/// Whether \p statement does nothing with \p array but updates that may be reassociated, of one
/// element and class, which is returned.
std::optional<UpdateOperator> reassociableClass(const Scop &scop, const Statement &statement,
                                                unsigned array);

} // namespace gputile::verifier

#endif
