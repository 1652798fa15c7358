//===- Operations.cpp - What statements compute -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Operations.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

namespace gputile {
namespace {

enum class Word { Plain, Operation, Constant, Slow, Function, Loop };

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

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

/// Of the number that \p text begins with; the sign of an exponent is part of it.
size_t lengthOfNumber(std::string_view text) {
  const bool isHex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  const std::string_view exponent = isHex ? "pP" : "eE";
  size_t length = 1;
  while (length < text.size() && (isLetter(text[length]) || text[length] == '.' ||
                                  ((text[length] == '+' || text[length] == '-') &&
                                   exponent.find(text[length - 1]) != std::string_view::npos)))
    ++length;
  return length;
}

bool isOperator(char sign) {
  return std::string_view("+-*<>?&|^").find(sign) != std::string_view::npos;
}

void count(std::string_view text, OperationCounts &counts) {
  while (!text.empty()) {
    const char first = text.front();
    if (isDigit(first)) {
      text.remove_prefix(lengthOfNumber(text));
      continue;
    }
    if (!isLetter(first)) {
      counts.slow += first == '/' || first == '%';
      counts.plain += isOperator(first);
      // "&&" is one.
      text.remove_prefix(isOperator(first) && text.size() > 1 && text[1] == first ? 2 : 1);
      continue;
    }
    const size_t length = std::find_if_not(text.begin(), text.end(), isLetter) - text.begin();
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(length);
    const size_t next = text.find_first_not_of(' ');
    switch (kindOf(word, next != std::string_view::npos && text[next] == '(')) {
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
}

} // namespace

double OperationCounts::instructions() const {
  constexpr double Constant = 4, Slow = 15, Function = 40;
  return plain + Constant * constant + Slow * slow + Function * functions;
}

OperationCounts operationsOf(const Statement &statement) {
  OperationCounts counts;
  for (const BodyPiece &piece : statement.body)
    if (piece.kind == BodyPiece::Kind::Text)
      count(piece.text, counts);
  return counts;
}

} // namespace gputile
