//===- Mutations.h - Small mistakes planted in generated text -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TEST_MUTATIONS_MUTATIONS_H
#define GPUTILE_TEST_MUTATIONS_MUTATIONS_H

#include "clang/AST/ASTContext.h"

#include <string>
#include <vector>

namespace gputile::test {

/// A change of one place of a text.
struct Mutation {
  std::string kind; ///< "number up", "barrier dropped", …
  unsigned begin = 0, end = 0; ///< Offsets of what is replaced.
  std::string text;            ///< By what.

  std::string applied(const std::string &whole) const {
    return whole.substr(0, begin) + text + whole.substr(end);
  }
};

/// All mutations of the functions of \p context that begin in [\p begin, \p end) of the main
/// file, in the order of the text.
std::vector<Mutation> findMutations(clang::ASTContext &context, unsigned begin, unsigned end);

/// What is not mutated since the text may stay correct, a rule a line.
extern const char *const NotMade;

} // namespace gputile::test

#endif
