//===- SumText.cpp - Sums in the text of a statement ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/SumText.h"

#include <cctype>

namespace gputile {
namespace {

/// A word, number, reference or other character.
struct Token {
  enum class Kind { Number, Reference, Word, Sign, Other };
  Kind kind;
  std::string text; ///< Of a reference: empty.
  unsigned reference = 0;
  TextPlace begin, end;
};

bool isPartOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class Tokens {
public:
  explicit Tokens(const std::vector<BodyPiece> &body) {
    for (unsigned p = 0; p < body.size(); ++p)
      switch (body[p].kind) {
      case BodyPiece::Kind::Text:
        addText(body[p].text, p);
        break;
      case BodyPiece::Kind::Reference:
        All.push_back({Token::Kind::Reference, "", body[p].index, {p, 0}, {p + 1, 0}});
        break;
      default:
        All.push_back({Token::Kind::Other, "", 0, {p, 0}, {p + 1, 0}});
      }
  }

  const std::vector<Token> &all() const { return All; }

private:
  void addText(const std::string &text, unsigned piece) {
    for (size_t at = 0; at < text.size();) {
      const size_t end = endOfToken(text, at);
      if (text[at] != ' ')
        All.push_back({kindOf(text[at]), text.substr(at, end - at), 0, {piece, at}, {piece, end}});
      at = end;
    }
  }

  static Token::Kind kindOf(char first) {
    if (std::isdigit(static_cast<unsigned char>(first)) || first == '.')
      return Token::Kind::Number;
    if (isPartOfWord(first))
      return Token::Kind::Word;
    return std::string("+-*/(),").find(first) != std::string::npos ? Token::Kind::Sign
                                                                   : Token::Kind::Other;
  }

  static size_t endOfToken(const std::string &text, size_t at) {
    const Token::Kind kind = kindOf(text[at]);
    size_t end = at + 1;
    if (kind != Token::Kind::Number && kind != Token::Kind::Word)
      return end;
    const auto isSignOfExponent = [&] {
      return kind == Token::Kind::Number && (text[end] == '-' || text[end] == '+') &&
             (text[end - 1] == 'e' || text[end - 1] == 'E');
    };
    while (end < text.size() && (isPartOfWord(text[end]) || text[end] == '.' || isSignOfExponent()))
      ++end;
    return end;
  }

  std::vector<Token> All;
};

/// Reads the sums, one for each place where an expression may begin.
class SumReader {
public:
  SumReader(const Scop &scop, const Statement &statement, const std::string &type)
      : TheScop(scop), TheStatement(statement), Type(type), AllTokens(statement.body),
        List(AllTokens.all()) {}

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
  const Tokens AllTokens;
  const std::vector<Token> &List;
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
