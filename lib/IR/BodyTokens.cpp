//===- BodyTokens.cpp - The text of a statement as tokens -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/BodyTokens.h"

#include <cctype>
#include <string_view>

namespace gputile {
namespace {

using Kind = BodyToken::Kind;

bool isOneOf(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

bool isPartOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

Kind kindOf(char first) {
  if (std::isdigit(static_cast<unsigned char>(first)) || first == '.')
    return Kind::Number;
  if (isPartOfWord(first))
    return Kind::Word;
  return isOneOf("+-*/(),", first) ? Kind::Sign : Kind::Other;
}

size_t endOfToken(const std::string &text, size_t at) {
  const Kind kind = kindOf(text[at]);
  size_t end = at + 1;
  if (kind != Kind::Number && kind != Kind::Word)
    return end;
  const bool isHex = end < text.size() && isOneOf("xX", text[end]);
  const auto isSignOfExponent = [&] {
    return kind == Kind::Number && isOneOf("+-", text[end]) &&
           isOneOf(isHex ? "pP" : "eE", text[end - 1]);
  };
  while (end < text.size() && (isPartOfWord(text[end]) || text[end] == '.' || isSignOfExponent()))
    ++end;
  return end;
}

} // namespace

std::vector<BodyToken> tokensOf(const std::vector<BodyPiece> &body) {
  std::vector<BodyToken> tokens;
  for (unsigned p = 0; p < body.size(); ++p) {
    const BodyPiece &piece = body[p];
    if (piece.kind == BodyPiece::Kind::Reference)
      tokens.push_back({Kind::Reference, "", piece.index, {p, 0}, {p + 1, 0}});
    else if (piece.kind != BodyPiece::Kind::Text)
      tokens.push_back({Kind::Other, "", 0, {p, 0}, {p + 1, 0}});
    else
      for (size_t at = 0, end; at < piece.text.size(); at = end) {
        end = endOfToken(piece.text, at);
        if (piece.text[at] != ' ')
          tokens.push_back(
              {kindOf(piece.text[at]), piece.text.substr(at, end - at), 0, {p, at}, {p, end}});
      }
  }
  return tokens;
}

} // namespace gputile
