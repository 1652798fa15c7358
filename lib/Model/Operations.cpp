//===- Operations.cpp - What statements compute -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Operations.h"

#include "gputile/IR/BodyTokens.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace gputile {
namespace {

enum class Word { Plain, Operation, Constant, Slow, Function, Loop };

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Of a word with "(" behind it.
Word kindOfCall(std::string_view word) {
  if (isOneOf(word, {"if", "sizeof", "return", "fabs", "fabsf", "abs"}))
    return Word::Plain;
  if (isOneOf(word, {"fmin", "fminf", "fmax", "fmaxf", "gpt_mul"}))
    return Word::Operation;
  if (isOneOf(word, {"sqrt", "sqrtf"}))
    return Word::Slow;
  if (word.substr(0, 7) == "gpt_div")
    return Word::Constant;
  return word.substr(0, 4) == "gpt_" ? Word::Plain : Word::Function;
}

Word kindOf(std::string_view word, bool isCalled) {
  if (isOneOf(word, {"for", "while", "do", "switch"}))
    return Word::Loop;
  return isCalled ? kindOfCall(word) : Word::Plain;
}

/// Whether \p token is an operator that takes an instruction.
bool isOperator(const BodyToken &token) {
  return token.text.size() == 1 &&
         std::string_view("+-*<>?&|^").find(token.text) != std::string_view::npos;
}

/// "&&" is one operator, of two tokens.
bool isSecondHalf(const BodyToken &token, const BodyToken *before) {
  return before && before->text == token.text && before->end == token.begin;
}

void countWord(Word word, OperationCounts &counts) {
  switch (word) {
  case Word::Plain:
    break;
  case Word::Operation:
    ++counts.plain;
    break;
  case Word::Constant:
    ++counts.constant;
    break;
  case Word::Slow:
    ++counts.slow;
    break;
  case Word::Function:
    ++counts.functions;
    break;
  case Word::Loop:
    counts.isCounted = false;
  }
}

} // namespace

double OperationCounts::instructions() const {
  return plain + PerConstant * constant + PerSlow * slow + PerFunction * functions;
}

OperationCounts operationsOf(const Statement &statement) {
  OperationCounts counts;
  const std::vector<BodyToken> tokens = tokensOf(statement.body);
  for (size_t t = 0; t < tokens.size(); ++t) {
    const BodyToken &token = tokens[t];
    if (token.kind == BodyToken::Kind::Word)
      countWord(kindOf(token.text, t + 1 < tokens.size() && tokens[t + 1].text == "("), counts);
    counts.slow += token.text == "/" || token.text == "%";
    counts.plain += isOperator(token) && !isSecondHalf(token, t > 0 ? &tokens[t - 1] : nullptr);
  }
  return counts;
}

} // namespace gputile
