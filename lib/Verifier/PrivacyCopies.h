//===- PrivacyCopies.h - Copy statements are only that ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Statements and arrays of the transformed Scop behind those of the original
/// are copies: statements `C[e] = A[a];` and the private arrays that they fill.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PRIVACYCOPIES_H
#define GPUTILE_LIB_VERIFIER_PRIVACYCOPIES_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Whether \p s is `$0 = $1;`, for elements of one type, with a must-write and a read of one element
/// in all its instances.
bool isCopy(const Scop &scop, const Statement &s);
/// No two arrays or statements of \p scop have one name.
Outcome checkNames(const Scop &scop);
/// The statements and arrays of \p transformed that \p original lacks are copies.
Outcome checkCopies(const Scop &original, const Scop &transformed);
/// Reference \p r of statement \p s, which names another array in \p transformed,
/// only reads from a copy, whose element it can have instead of the original's.
Outcome checkRedirected(const Scop &original, const Scop &transformed, unsigned s, unsigned r);
/// Both are affine, and \p after is one element wherever instances in \p domain have
/// \p before refer to one; elsewhere its text is not evaluated.
bool isExactWhere(const Reference &before, const isl::set &domain, const Reference &after);

} // namespace gputile::verifier

#endif
