//===- SumTextTest.cpp - Sums in the text of a statement ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/SumText.h"

#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// The text of \p pieces, with $k for references.
std::string textOf(const std::vector<BodyPiece> &pieces) {
  std::string text;
  for (const BodyPiece &piece : pieces)
    text += piece.kind == BodyPiece::Kind::Text ? piece.text : "$" + std::to_string(piece.index);
  return text;
}

/// What stands in front of the operators of the sums of `$2 = …;`, of elements a, b of type \p
/// type: by sum.
std::vector<std::vector<std::string>> operands(const std::string &text, const std::string &type) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[n]")
                        .array("a", 1, type)
                        .array("b", 1, type == "int" ? "float" : type)
                        .array("c", 1, type)
                        .array("i", 1, "int")
                        .statement("{ S[x] : 0 <= x < n }", "{ S[x] -> [x] }")
                        .read("{ S[x] -> a[x] }")
                        .read("{ S[x] -> b[x] }")
                        .write("{ S[x] -> c[x] }")
                        .read("{ S[x] -> i[x] }")
                        .body("$2 = " + text + ";")
                        .build();
  const Statement &statement = scop.statements[0];
  std::vector<std::vector<std::string>> result;
  for (const SumText &sum : sumsOf(scop, statement, type)) {
    result.emplace_back();
    for (const TextPlace &place : sum.operators)
      result.back().push_back(textOf(piecesBetween(statement.body, sum.begin, place)));
  }
  return result;
}

using Operands = std::vector<std::vector<std::string>>;

TEST(SumText, LeftOperandsAreWhatStandsInFrontOfOperators) {
  EXPECT_EQ(operands("$0 + $1 - $0", "float"), (Operands{{"$0", "$0 + $1"}}));
  EXPECT_EQ(operands("0.5f * ($0 + $1) - 2 * $0 + $1", "float"),
            (Operands{{"0.5f * ($0 + $1)", "0.5f * ($0 + $1) - 2 * $0"}, {"$0"}}));
  EXPECT_EQ(operands("-$0 + $1", "double"), (Operands{{"-$0"}}));
}

TEST(SumText, SignsOfExponentsAreNoOperators) {
  EXPECT_EQ(operands("$0 + 1e-3f * $1", "float"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("$0 + 0x1p-3f * $1", "float"), (Operands{{"$0"}}));
}

TEST(SumText, ArgumentsAreExpressions) {
  EXPECT_EQ(operands("gpt_mul(0.5f, $0 + $1)", "float"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("gpt_div_odd($0 + gpt_mul($1, $0) + $1, 7.0f)", "float"),
            (Operands{{"$0", "$0 + gpt_mul($1, $0)"}}));
}

TEST(SumText, OperandsHaveTheTypeOfTheReferences) {
  EXPECT_EQ(operands("0.5 * $0 + $1", "float"), (Operands{}));
  EXPECT_EQ(operands("0.5 * $0 + $1", "double"), (Operands{{"0.5 * $0"}}));
  EXPECT_EQ(operands("2 + $0 + $1", "float"), (Operands{{"2 + $0"}}));
  EXPECT_EQ(operands("2 + 3 + $0", "double"), (Operands{}));
  EXPECT_EQ(operands("$3 + $0 + $1", "float"), (Operands{}));
  EXPECT_EQ(operands("$0 + $1 + $0", "int"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("$0 + 3000000000 + $0", "int"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("$0 + 1u + $0", "int"), (Operands{{"$0"}}));
}

TEST(SumText, OtherOperatorsAndWordsEndThem) {
  EXPECT_EQ(operands("$0 + ($1 > 0 ? $0 : $1) + $1", "float"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("(float)$0 + $1", "float"), (Operands{}));
  EXPECT_EQ(operands("$0 + fabsf($1) + $0", "float"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("$0 + (1, 2) + $0", "float"), (Operands{{"$0"}}));
  EXPECT_EQ(operands("$0++ + $1", "float"), (Operands{}));
  EXPECT_EQ(operands("$0 + #0 + $1", "float"), (Operands{{"$0"}}));
}

TEST(SumText, OnlyWholeSumsHaveAnEnd) {
  IslContext ctx;
  const auto ends = [&](const std::string &text) {
    const Scop scop = TestScop(ctx, "[n]")
                          .array("a", 1, "float")
                          .statement("{ S[x] : 0 <= x < n }", "{ S[x] -> [x] }")
                          .write("{ S[x] -> a[x] }")
                          .read("{ S[x] -> a[x + 1] }")
                          .read("{ S[x] -> a[x + 2] }")
                          .body("$0 = " + text + ";")
                          .build();
    const Statement &statement = scop.statements[0];
    std::vector<std::string> whole;
    for (const SumText &sum : sumsOf(scop, statement, "float"))
      if (sum.end)
        whole.push_back(textOf(piecesBetween(statement.body, sum.begin, *sum.end)));
    return whole;
  };
  EXPECT_EQ(ends("2 * ($1 + $2)"), (std::vector<std::string>{"$1 + $2"}));
  EXPECT_EQ(ends("2 * ($1 + $2 / sqrtf($2))"), (std::vector<std::string>{}));
}

} // namespace
