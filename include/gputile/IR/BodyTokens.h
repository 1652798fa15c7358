//===- BodyTokens.h - The text of a statement as tokens ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_BODYTOKENS_H
#define GPUTILE_IR_BODYTOKENS_H

#include "gputile/IR/Scop.h"
#include "gputile/IR/SumText.h"

#include <string>
#include <vector>

namespace gputile {

/// A word, number, reference or other character.
struct BodyToken {
  enum class Kind { Number, Reference, Word, Sign, Other };
  Kind kind;
  std::string text; ///< Of a reference: empty.
  unsigned reference = 0;
  TextPlace begin, end;
};

/// Those of \p body without spaces. The sign of an exponent is part of its number.
std::vector<BodyToken> tokensOf(const std::vector<BodyPiece> &body);

} // namespace gputile

#endif
