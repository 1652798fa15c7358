//===- Reductions.cpp - Clause reduction ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Pragma/Reductions.h"

#include <algorithm>

namespace gputile::frontend {
namespace {

class ReductionParser {
public:
  explicit ReductionParser(const std::vector<PragmaToken> &tokens) : Tokens(tokens) {}

  /// \returns false at `current` where something is wrong.
  bool read(std::vector<ReductionName> &names) {
    if (atEnd() || !isOperator(current().text))
      return false;
    const std::string code = Tokens[Next++].text;
    if (atEnd() || !current().is(":"))
      return false;
    do {
      ++Next; // The colon or comma.
      if (atEnd() || current().kind != PragmaToken::Kind::Name)
        return false;
      names.push_back({code, current().text, current().loc});
      ++Next;
      skipSections();
    } while (!atEnd() && current().is(","));
    return atEnd();
  }

  /// The token that is wrong, or the last one when more is needed.
  const PragmaToken &current() const { return Tokens[std::min(Next, Tokens.size() - 1)]; }

private:
  bool atEnd() const { return Next >= Tokens.size(); }

  static bool isOperator(const std::string &text) {
    static const char *const Operators[] = {"+", "-",  "*",  "&",   "|",
                                            "^", "&&", "||", "min", "max"};
    return std::find(std::begin(Operators), std::end(Operators), text) != std::end(Operators);
  }

  /// `[0:n][3]`
  void skipSections() {
    unsigned depth = 0;
    while (!atEnd() && (depth > 0 || current().is("["))) {
      depth += current().is("[");
      depth -= current().is("]");
      ++Next;
    }
  }

  const std::vector<PragmaToken> &Tokens;
  size_t Next = 0;
};

} // namespace

std::optional<PragmaToken> readReductions(const std::vector<PragmaToken> &tokens,
                                          std::vector<ReductionName> &names) {
  if (tokens.empty())
    return PragmaToken{};
  ReductionParser parser(tokens);
  std::vector<ReductionName> found;
  if (!parser.read(found))
    return parser.current();
  names.insert(names.end(), found.begin(), found.end());
  return std::nullopt;
}

} // namespace gputile::frontend
