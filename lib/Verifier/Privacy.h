//===- Privacy.h - Values of the two programs -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the comparison of the original with the transformed Scop consists of.
/// Statements and arrays of the transformed Scop behind those of the original
/// are copies: statements `C[e] = A[a];` and the private arrays that they fill.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PRIVACY_H
#define GPUTILE_LIB_VERIFIER_PRIVACY_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Where the values of one read come from: `S_k` is access k of statement S.
/// "must": this is the last write before the read; "may": it can be.
struct Origins {
  isl::union_map must, may; ///< { W_l[j] -> S_k[i] }
  /// { S_k[i] -> A[a] }: the value that element a had before the region; for a
  /// private array, which has none, { S_k[i] -> A_undefined[] }.
  isl::union_map mustOutside, mayOutside;
};

/// The flow of values in \p scop, of which the first \p statements are the
/// original program's and the others passed checkCopies: values that pass
/// through copies have the copied write or element as their origin.
class ValueFlow {
public:
  ValueFlow(const Scop &scop, const isl::set &context, size_t statements)
      : TheScop(scop), Context(context), Statements(statements) {}

  /// The origins of access \p access of statement \p statement, a read.
  Origins into(unsigned statement, unsigned access) const;

private:
  const Origins &intoCopy(unsigned statement) const;
  Origins directlyInto(unsigned statement, unsigned access) const;
  isl::union_map outside(unsigned array, const isl::union_map &reads) const;

  const Scop &TheScop;
  isl::set Context; ///< { : }
  size_t Statements;
  mutable std::map<unsigned, Origins> IntoCopies; ///< Found so far, by statement.
};

/// The statements and arrays of \p transformed that \p original lacks are copies.
Outcome checkCopies(const Scop &original, const Scop &transformed);
/// Reference \p r of statement \p s, which names another array in \p transformed,
/// only reads from a copy, whose element it can have instead of the original's.
Outcome checkRedirected(const Scop &original, const Scop &transformed, unsigned s, unsigned r);
/// Both are affine, and \p after is one element wherever instances in \p domain have
/// \p before refer to one; elsewhere its text is not evaluated.
bool isExactWhere(const Reference &before, const isl::set &domain, const Reference &after);
/// The original statements run in the same order.
Outcome checkSameOrder(const Scop &original, const Scop &transformed);

inline Outcome badPrivacy(std::string what) { return fail(Kind::Privacy, std::move(what)); }

} // namespace gputile::verifier

#endif
