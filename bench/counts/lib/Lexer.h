//===- Lexer.h - Tokens of PTX ----------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace gputile::counts::syntax {

/// Word: names, opcodes with their dots, directives (".reg"). Number: begins with a digit.
struct Token {
  enum Kind { Word, Number, String, Mark, End } kind = End;
  llvm::StringRef text;
  unsigned line = 0;

  bool is(llvm::StringRef expected) const { return kind != String && text == expected; }
};

/// The tokens, which refer to the text, and an End. Comments are gone.
llvm::Expected<std::vector<Token>> tokens(llvm::StringRef text);

} // namespace gputile::counts::syntax
