//===- Lexer.cpp - Tokens of PTX --------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gputile::counts::syntax {

static bool isWordStart(char c) {
  return isAlpha(c) || c == '_' || c == '$' || c == '%' || c == '.';
}
static bool isWordPart(char c) { return isWordStart(c) || isDigit(c); }

/// `ld.global::evict_first` is one word; "::" separates nothing else in PTX.
static size_t wordEnd(StringRef text, size_t at) {
  while (at < text.size()) {
    if (isWordPart(text[at]))
      ++at;
    else if (text.substr(at).starts_with("::"))
      at += 2;
    else
      break;
  }
  return at;
}

static size_t numberEnd(StringRef text, size_t at) {
  while (at < text.size() && (isAlnum(text[at]) || text[at] == '.'))
    ++at;
  return at;
}

Expected<std::vector<Token>> tokens(StringRef text) {
  std::vector<Token> result;
  unsigned line = 1;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    size_t end = at + 1;
    Token::Kind kind = Token::Mark;
    if (c == '\n')
      ++line;
    if (isSpace(c) || c == '\0') {
      ++at;
      continue;
    }
    if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (text.substr(at).starts_with("/*")) {
      end = text.find("*/", at + 2);
      if (end == StringRef::npos)
        return createStringError(inconvertibleErrorCode(), "PTX line %u: the comment has no end",
                                 line);
      line += text.slice(at, end).count('\n');
      at = end + 2;
      continue;
    }
    if (c == '"') {
      end = text.find('"', at + 1);
      if (end == StringRef::npos)
        return createStringError(inconvertibleErrorCode(), "PTX line %u: the string has no end",
                                 line);
      ++end;
      kind = Token::String;
    } else if (isWordStart(c)) {
      end = wordEnd(text, at);
      kind = Token::Word;
    } else if (isDigit(c)) {
      end = numberEnd(text, at);
      kind = Token::Number;
    }
    result.push_back({kind, text.slice(at, end), line});
    at = end;
  }
  result.push_back({Token::End, "", line});
  return result;
}

} // namespace gputile::counts::syntax
