//===- AnyValues.cpp - Statements for any values --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/AnyValues.h"

#include "IR/NumberTypes.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace gputile {
namespace {

/// Functions of values only, for all values. With suffix f or without.
bool isTotalFunction(std::string name) {
  static const std::set<std::string> Names = {
      "fabs",  "sqrt", "cbrt", "exp",   "exp2",  "expm1", "log",   "log2",  "log10", "log1p", "sin",
      "cos",   "tan",  "asin", "acos",  "atan",  "atan2", "sinh",  "cosh",  "tanh",  "pow",   "hypot",
      "fmin",  "fmax", "fma",  "floor", "ceil",  "trunc", "round", "rint",  "fmod",  "fdim",  "copysign",
      "gpt_mul", "gpt_min", "gpt_max", "gpt_kept", "gpt_div", "gpt_div_odd", "gpt_div_even"};
  if (Names.count(name))
    return true;
  return name.size() > 1 && name.back() == 'f' && Names.count(name.substr(0, name.size() - 1));
}

/// The words of \p text before opening parentheses, which are calls, casts or control statements.
std::vector<std::string> wordsBeforeParentheses(const std::string &text) {
  std::vector<std::string> words;
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
    size_t end = open;
    while (end > 0 && text[end - 1] == ' ')
      --end;
    size_t begin = end;
    while (begin > 0 && isPart(text[begin - 1]))
      --begin;
    if (begin < end)
      words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

/// The text of \p statement, with a semicolon for each reference, iterator and parameter: they end words.
std::string plainText(const Statement &statement) {
  std::string text;
  for (const BodyPiece &piece : statement.body)
    text += piece.kind == BodyPiece::Kind::Text ? piece.text : std::string(";");
  return text;
}

bool usesIntegers(const Scop &scop, const Statement &statement) {
  return std::any_of(statement.body.begin(), statement.body.end(),
                     [](const BodyPiece &piece) {
                       return piece.kind == BodyPiece::Kind::Iterator ||
                              piece.kind == BodyPiece::Kind::Parameter;
                     }) ||
         std::any_of(statement.references.begin(), statement.references.end(),
                     [&](const Reference &reference) {
                       return !ir::isFloating(scop.arrays[reference.array].elementType);
                     });
}

} // namespace

std::optional<std::string> whyNotOnAnyValues(const Scop &scop, const Statement &statement) {
  for (const Reference &reference : statement.references)
    if (!reference.affine)
      return "a subscript depends on data";
  for (const Update &update : statement.updates)
    if (update.unordered)
      return "a statement is an update in any order";
  const std::string text = plainText(statement);
  if (text.find('%') != std::string::npos ||
      (text.find('/') != std::string::npos && usesIntegers(scop, statement)))
    return "a statement may divide integers";
  for (const std::string &word : wordsBeforeParentheses(text))
    if (!isTotalFunction(word))
      return "a statement uses '" + word + "'";
  return std::nullopt;
}

} // namespace gputile
