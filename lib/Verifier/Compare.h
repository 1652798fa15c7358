//===- Compare.h - Parts of two programs that must agree --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_COMPARE_H
#define GPUTILE_LIB_VERIFIER_COMPARE_H

#include "Verifier/Program.h"

namespace gputile::verifier {

bool samePieces(const std::vector<BodyPiece> &a, const std::vector<BodyPiece> &b);
/// The statements agree in everything but arrays, subscripts and schedules. What they say of updates
/// is left to checkUpdates.
bool sameStatement(const Statement &a, const Statement &b);
bool sameArray(const Array &a, const Array &b);
/// \p b has the arrays of \p a, and behind them private ones only. Failures are of \p kind.
Outcome checkNewArrays(const Scop &a, const Scop &b, Kind kind);
/// What is not a statement or an array: parameters, values after the region and
/// the declarations that statements use.
bool sameSurroundings(const Scop &a, const Scop &b);
/// The accesses of a statement say all that its references touch, so that the
/// rest of the proof, which looks at accesses, knows of every element.
Outcome checkAccessesComplete(const Statement &statement);

} // namespace gputile::verifier

#endif
