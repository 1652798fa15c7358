//===- DataClause.cpp - The arrays of clause data ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Pragma/DataClause.h"

#include <algorithm>

namespace gputile::frontend {
namespace {

struct Direction {
  const char *name;
  bool in, out;
};
constexpr Direction Directions[] = {
    {"copyin", true, false}, {"copyout", false, true}, {"copy", true, true}};

/// Reads `copyin: a, b copyout: c`; a comma may stand before `copyout` as well.
class DataParser {
public:
  explicit DataParser(const ClauseArguments &arguments) {
    for (const auto &part : arguments.parts) {
      if (&part != arguments.parts.data())
        Tokens.push_back({PragmaToken::Kind::Punctuation, ",", false, {}, {}});
      Tokens.insert(Tokens.end(), part.begin(), part.end());
    }
  }

  /// \returns what is wrong: a token, or the last one when more is needed; null
  /// when all is well.
  const PragmaToken *read(std::vector<DataArray> &arrays) {
    do {
      const Direction *direction = atDirection() ? find(Tokens[Next].text) : nullptr;
      if (!direction)
        return culprit();
      Next += 2;
      do {
        if (!atName() || atDirection() || isKnown(Tokens[Next].text, arrays))
          return culprit();
        arrays.push_back({Tokens[Next].text, Tokens[Next].loc, direction->in, direction->out});
        ++Next;
      } while (skipComma() && !atDirection());
    } while (Next < Tokens.size());
    return nullptr;
  }

private:
  bool atName() const {
    return Next < Tokens.size() && Tokens[Next].kind == PragmaToken::Kind::Name;
  }
  bool atDirection() const {
    return atName() && Next + 1 < Tokens.size() && Tokens[Next + 1].is(":");
  }
  bool skipComma() {
    const bool comma = Next < Tokens.size() && Tokens[Next].is(",");
    Next += comma;
    return comma;
  }
  const PragmaToken *culprit() const { return &Tokens[std::min(Next, Tokens.size() - 1)]; }

  static const Direction *find(const std::string &name) {
    for (const Direction &direction : Directions)
      if (name == direction.name)
        return &direction;
    return nullptr;
  }
  static bool isKnown(const std::string &name, const std::vector<DataArray> &arrays) {
    return std::any_of(arrays.begin(), arrays.end(),
                       [&](const DataArray &array) { return array.name == name; });
  }

  std::vector<PragmaToken> Tokens;
  size_t Next = 0;
};

} // namespace

std::optional<PragmaToken> readDataArrays(const ClauseArguments &arguments,
                                          std::vector<DataArray> &arrays) {
  DataParser parser(arguments);
  const PragmaToken *culprit = parser.read(arrays);
  return culprit ? std::optional(*culprit) : std::nullopt;
}

} // namespace gputile::frontend
