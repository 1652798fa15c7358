//===- Conflicts.h - Pairs that must stay in order --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_CONFLICTS_H
#define GPUTILE_LIB_VERIFIER_CONFLICTS_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Two instances conflict when they access one element and at least one of them
/// writes it, unless both only update it in a way that commutes, or clause independent keeps them
/// apart. All conflicts are recomputed from the accesses (memory based, so nothing depends on which
/// write a read sees).
class Conflicts {
public:
  explicit Conflicts(const Program &program) : P(program) {}

  /// { S[i] -> T[j] : they conflict and S[i] comes first in the original order },
  /// computed when asked for the first time. \p s, \p t number statements.
  const isl::map &ordered(unsigned s, unsigned t);

private:
  isl::map conflicts(unsigned s, unsigned t) const;

  const Program &P;
  std::map<std::pair<unsigned, unsigned>, isl::map> Ordered;
};

} // namespace gputile::verifier

#endif
