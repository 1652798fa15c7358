//===- SumText.h - Sums in the text of a statement --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// C adds from the left: `a + b + c` is `(a + b) + c`. So what stands in front of an operator of a
/// sum is a value of its own, which may be computed earlier, bit for bit.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_SUMTEXT_H
#define GPUTILE_IR_SUMTEXT_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <tuple>
#include <vector>

namespace gputile {

/// A place in the text of a statement: in front of character `offset` of Statement::body[piece].
struct TextPlace {
  unsigned piece = 0;
  size_t offset = 0; ///< 0 for pieces that are no text.

  bool operator==(const TextPlace &other) const {
    return std::tie(piece, offset) == std::tie(other.piece, other.offset);
  }
  bool operator<(const TextPlace &other) const {
    return std::tie(piece, offset) < std::tie(other.piece, other.offset);
  }
};

/// A sum or difference of several terms.
struct SumText {
  TextPlace begin; ///< Of its first term.
  /// Behind the left operands of operators + and -, in the order of the text: what lies between
  /// `begin` and any of these places is one.
  std::vector<TextPlace> operators;
  /// In front of what ends it, if all of it has the form of such an operand.
  std::optional<TextPlace> end;
};

/// The sums in the text of \p statement whose left operands have type \p type for certain: they
/// consist of numbers, references to elements of that type, at least one, parentheses, + - * / and
/// gpt_mul. Operators whose left operand has another form are left out, with those behind them.
std::vector<SumText> sumsOf(const Scop &scop, const Statement &statement, const std::string &type);

/// The pieces of \p body between \p from and \p to.
std::vector<BodyPiece> piecesBetween(const std::vector<BodyPiece> &body, const TextPlace &from,
                                     const TextPlace &to);

} // namespace gputile

#endif
