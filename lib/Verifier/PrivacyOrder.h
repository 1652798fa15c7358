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

/// The statements of \p original run in the same order in \p transformed.
Outcome checkSameOrder(const Scop &original, const Scop &transformed);

} // namespace gputile::verifier

#endif
