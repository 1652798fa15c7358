//===- PrivacyOrder.h - Statements keep their order -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PRIVACYORDER_H
#define GPUTILE_LIB_VERIFIER_PRIVACYORDER_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Statements of two programs, one beside the other.
using StatementPairs = std::vector<std::pair<const Statement *, const Statement *>>;

/// The first of all \p pairs run in the same order as the second.
Outcome checkSameOrder(const StatementPairs &pairs);
/// The statements of \p original run in the same order as the first ones of \p transformed.
Outcome checkSameOrder(const Scop &original, const Scop &transformed);

} // namespace gputile::verifier

#endif
