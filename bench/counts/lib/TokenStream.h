//===- TokenStream.h - Reading tokens one after the other -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Lexer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string>

namespace gputile::counts::syntax {

/// The tokens that are left. After a mistake only End is left, which ends every loop.
class TokenStream {
  llvm::ArrayRef<Token> rest;

protected:
  std::string problem; ///< The first mistake; empty without.

  explicit TokenStream(llvm::ArrayRef<Token> all) : rest(all) {}

  const Token &peek(size_t ahead = 0) const { return rest[std::min(ahead, rest.size() - 1)]; }
  Token take() {
    const Token token = rest.front();
    if (rest.size() > 1)
      rest = rest.drop_front();
    return token;
  }
  bool takeIf(llvm::StringRef text) {
    if (!peek().is(text))
      return false;
    take();
    return true;
  }
  void fail(const llvm::Twine &what) {
    if (problem.empty())
      problem =
          ("PTX line " + llvm::Twine(peek().line) + ": " + what + " (at '" + peek().text + "')")
              .str();
    rest = rest.take_back(1); // Ends every loop.
  }
  void expect(llvm::StringRef text) {
    if (!takeIf(text))
      fail("expected '" + text + "'");
  }
  void skipLine() {
    for (const unsigned line = peek().line; peek().line == line && peek().kind != Token::End;)
      take();
  }
  void skipBraces() {
    expect("{");
    for (int depth = 1; depth > 0 && peek().kind != Token::End;) {
      const Token token = take();
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
  }
  void skipStatement() {
    while (peek().kind != Token::End && !takeIf(";"))
      take();
  }
};

} // namespace gputile::counts::syntax
