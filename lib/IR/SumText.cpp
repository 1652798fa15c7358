//===- SumText.cpp - Sums in the text of a statement ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/SumText.h"

#include "gputile/IR/BodyTokens.h"

namespace gputile {
namespace {

using Token = BodyToken;

/// Reads the sums, one for each place where an expression may begin.
class SumReader {
public:
  SumReader(const Scop &scop, const Statement &statement, const std::string &type)
      : TheScop(scop), TheStatement(statement), Type(type), List(tokensOf(statement.body)) {}

  std::vector<SumText> read() const {
    std::vector<SumText> sums;
    for (size_t t = 1; t < List.size(); ++t)
      if (beginsExpression(List[t - 1]))
        if (SumText sum = sumAt(t); !sum.operators.empty())
          sums.push_back(std::move(sum));
    return sums;
  }

private:
  /// Whether one does behind \p token.
  static bool beginsExpression(const Token &token) {
    return token.text == "(" || token.text == "," || token.text == "=";
  }

  static bool isSum(const Token &token) { return token.text == "+" || token.text == "-"; }

  SumText sumAt(size_t begin) const {
    SumText sum{List[begin].begin, {}, std::nullopt};
    std::vector<bool> calls; // By open parenthesis: whether it is of a call.
    bool hasReference = false, endsOperand = false;
    for (size_t t = begin; t < List.size() && isAdmitted(t); ++t) {
      const Token &token = List[t];
      if (token.text == "(")
        calls.push_back(List[t - 1].kind == Token::Kind::Word);
      // Another comma is an operator, which has only the type of its right operand.
      if ((token.text == ")" && calls.empty()) ||
          (token.text == "," && (calls.empty() || !calls.back()))) {
        sum.end = List[t - 1].end;
        break;
      }
      if (token.text == ")")
        calls.pop_back();
      if (calls.empty() && endsOperand && isSum(token) && hasReference)
        sum.operators.push_back(List[t - 1].end);
      hasReference |= token.kind == Token::Kind::Reference;
      endsOperand = token.kind == Token::Kind::Reference || token.kind == Token::Kind::Number ||
                    token.text == ")";
    }
    return sum;
  }

  bool isAdmitted(size_t t) const {
    const Token &token = List[t];
    switch (token.kind) {
    case Token::Kind::Number:
      return isOfType(token.text);
    case Token::Kind::Reference:
      return TheScop.arrays[TheStatement.references[token.reference].array].elementType == Type;
    case Token::Kind::Word:
      return token.text == "gpt_mul" && t + 1 < List.size() && List[t + 1].text == "(";
    case Token::Kind::Sign:
      // "++" and "--" change what they stand at.
      return !(isSum(token) && t + 1 < List.size() && List[t + 1].text == token.text);
    case Token::Kind::Other:
      return false;
    }
    __builtin_unreachable();
  }

  /// Whether \p number and a value of the type give one of the type.
  bool isOfType(const std::string &number) const {
    constexpr size_t MostDigitsOfInt = 9;
    const bool isInt = number.size() <= MostDigitsOfInt &&
                       number.find_first_not_of("0123456789") == std::string::npos &&
                       (number.size() == 1 || number[0] != '0');
    const bool isFloat = number.back() == 'f' && number.find_first_of("xX") == std::string::npos;
    const bool isDouble = number.find_first_not_of("0123456789.eE+-") == std::string::npos;
    if (Type == "double")
      return isInt || isFloat || isDouble;
    return isInt || (Type == "float" && isFloat);
  }

  const Scop &TheScop;
  const Statement &TheStatement;
  const std::string &Type;
  const std::vector<Token> List;
};

} // namespace

std::vector<SumText> sumsOf(const Scop &scop, const Statement &statement, const std::string &type) {
  return SumReader(scop, statement, type).read();
}

std::vector<BodyPiece> piecesBetween(const std::vector<BodyPiece> &body, const TextPlace &from,
                                     const TextPlace &to) {
  std::vector<BodyPiece> pieces;
  for (unsigned p = from.piece; p < body.size() && TextPlace{p, 0} < to; ++p) {
    BodyPiece piece = body[p];
    if (piece.kind == BodyPiece::Kind::Text) {
      const size_t begin = p == from.piece ? from.offset : 0;
      const size_t end = p == to.piece ? to.offset : piece.text.size();
      piece.text = piece.text.substr(begin, end - begin);
      if (piece.text.empty())
        continue;
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

} // namespace gputile
