//===- EvaluationOrder.cpp - What a statement does first ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/EvaluationOrder.h"

#include "gputile/IR/BodyTokens.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace gputile {
namespace {

class Order {
public:
  Order(const Statement &statement, unsigned read, unsigned written)
      : TheStatement(statement), Tokens(tokensOf(statement.body)), Read(placesOf(read)),
        Written(placesOf(written)), IsComplete(areAll(Read, read) && areAll(Written, written)) {}

  bool readsComeFirst() const {
    if (!IsComplete || mayGoBack())
      return false;
    for (const size_t written : Written)
      if (isWritten(Tokens[written].reference) && !readsComeBefore(written))
        return false;
    return true;
  }

private:
  std::vector<size_t> placesOf(unsigned array) const {
    std::vector<size_t> places;
    for (size_t t = 0; t < Tokens.size(); ++t)
      if (Tokens[t].kind == BodyToken::Kind::Reference &&
          TheStatement.references[Tokens[t].reference].array == array)
        places.push_back(t);
    return places;
  }

  /// Whether all references to \p array are among \p places. Others stand in subscripts.
  bool areAll(const std::vector<size_t> &places, unsigned array) const {
    std::set<unsigned> references;
    for (const size_t place : places)
      references.insert(Tokens[place].reference);
    for (unsigned r = 0; r < TheStatement.references.size(); ++r)
      if (TheStatement.references[r].array == array && references.count(r) == 0)
        return false;
    return true;
  }

  /// Whether text may run again behind what stands below it.
  bool mayGoBack() const {
    return std::any_of(Tokens.begin(), Tokens.end(), [](const BodyToken &token) {
      return token.text == "for" || token.text == "while" || token.text == "do" ||
             token.text == "goto";
    });
  }

  bool isWritten(unsigned reference) const {
    return std::any_of(TheStatement.accesses.begin(), TheStatement.accesses.end(),
                       [&](const Access &access) {
                         return access.reference == reference && access.kind != AccessKind::Read;
                       });
  }

  bool is(size_t token, std::string_view characters) const {
    return token < Tokens.size() && Tokens[token].text.size() == 1 &&
           characters.find(Tokens[token].text[0]) != std::string_view::npos;
  }

  /// Behind the operator of an assignment to the reference in front of \p token, if there is one.
  std::optional<size_t> behindAssignment(size_t token) const {
    const bool isShift =
        (is(token, "<") && is(token + 1, "<")) || (is(token, ">") && is(token + 1, ">"));
    token += isShift ? 2 : is(token, "+-*/%&|^") ? 1 : 0;
    if (!is(token, "=") || is(token + 1, "="))
      return std::nullopt;
    return token + 1;
  }

  /// The end of the operand that begins at \p token, if that is the end of its full expression.
  std::optional<size_t> endOfOperand(size_t token) const {
    int depth = 0;
    for (; token < Tokens.size() && !is(token, ";{}"); ++token) {
      if (is(token, "(["))
        ++depth;
      if (is(token, ")]") && depth-- == 0)
        return std::nullopt;
      if (depth == 0 && is(token, ","))
        return std::nullopt;
    }
    return token;
  }

  /// Whether all reads stand in front of the end of the assignment to what \p written refers to,
  /// which is made when its operand is known.
  bool readsComeBefore(size_t written) const {
    const std::optional<size_t> operand = behindAssignment(written + 1);
    const std::optional<size_t> end = operand ? endOfOperand(*operand) : std::nullopt;
    return end && std::all_of(Read.begin(), Read.end(), [&](size_t read) { return read < *end; });
  }

  const Statement &TheStatement;
  const std::vector<BodyToken> Tokens;
  const std::vector<size_t> Read, Written; ///< Into Tokens.
  const bool IsComplete;
};

} // namespace

bool readsBeforeWrites(const Statement &statement, unsigned read, unsigned written) {
  return Order(statement, read, written).readsComeFirst();
}

} // namespace gputile
