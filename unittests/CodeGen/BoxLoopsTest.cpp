//===- BoxLoopsTest.cpp - Loops whose bounds are parameters ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/BoxLoops.h"

#include "gtest/gtest.h"

using namespace gputile;
using namespace gputile::codegen;

namespace {

class BoxLoopsTest : public testing::Test {
protected:
  /// What is asked for: \p schedule where \p context holds.
  AstRequest request(const std::string &context, const std::string &schedule) {
    AstRequest request;
    request.context = isl::set(Isl, context);
    request.schedule = isl::union_map(Isl, schedule);
    request.depth = 2;
    request.iterators = {"c0", "c1"};
    return request;
  }

  /// A statement that prints its first iterator.
  static LeafText leaf(const LeafContext &at) {
    const isl::pw_multi_aff own =
        isl::manage(isl_set_identity(at.schedule.domain().release())).as_pw_multi_aff();
    const isl::ast_expr first = at.expr(own.at(0));
    const std::string name = at.name();
    return [first, name](NodePrinter &printer) {
      printer.writer().line(name + "(" + printer.expr(first) + ");");
    };
  }

  std::string printed(const LeafText &text) {
    TextWriter writer;
    ExprPrinter exprs;
    NodePrinter printer(writer, exprs, "I");
    text(printer);
    Worst = exprs.worst();
    return writer.text();
  }

  std::string loops(const std::string &context, const std::string &schedule) {
    const AstRequest asked = request(context, schedule);
    return printed(loopsText(asked, asked.context, leaf));
  }

  IslContext Owner;
  isl::ctx Isl{Owner.get()};
  Bound Worst;
};

TEST_F(BoxLoopsTest, printsSeveralBoundsAsOneExpression) {
  EXPECT_EQ(
      loops("[n, b] -> { : n >= 3 and b >= 0 }",
            "[n, b] -> { S[i, j] -> [i - 8b, j] : 8b <= i < 8b + 8 and i < n and 0 <= j < 4 }"),
      "for (I c0 = 0; c0 <= gpt_min(7, n - 8 * b - 1); ++c0) {\n"
      "  for (I c1 = 0; c1 <= 3; ++c1) {\n"
      "    S(8 * b + c0);\n"
      "  }\n"
      "}\n");
}

TEST_F(BoxLoopsTest, keepsOnlyBoundsThatTheContextDoesNotImply) {
  EXPECT_EQ(loops("[n, b] -> { : 8b + 8 <= n and b >= 0 }",
                  "[n, b] -> { S[i, j] -> [i - 8b, j] : 8b <= i < 8b + 8 and i < n and j = b }"),
            "for (I c0 = 0; c0 <= 7; ++c0) {\n"
            "  S(8 * b + c0);\n"
            "}\n");
}

TEST_F(BoxLoopsTest, testsWhatHoldsForNoOrAllPoints) {
  EXPECT_EQ(loops("[n, m] -> { : n >= 1 }",
                  "[n, m] -> { S[i, j] -> [i, j] : 0 <= i < n and 0 <= j < n and m >= 5 }"),
            "if (m >= 5) {\n"
            "  for (I c0 = 0; c0 <= n - 1; ++c0) {\n"
            "    for (I c1 = 0; c1 <= n - 1; ++c1) {\n"
            "      S(c0);\n"
            "    }\n"
            "  }\n"
            "}\n");
}

TEST_F(BoxLoopsTest, leavesOutStatementsWithoutWorkInTheContext) {
  EXPECT_EQ(loops("[e] -> { : e = 1 }",
                  "[e] -> { S[i, j] -> [i, j] : e = 1 and 0 <= i < 9 and 0 <= j < 2;"
                  "          T[i, j] -> [i, j] : e = 2 and 0 <= i < 9 and 0 <= j < 2 }"),
            "for (I c0 = 0; c0 <= 8; ++c0) {\n"
            "  for (I c1 = 0; c1 <= 1; ++c1) {\n"
            "    S(c0);\n"
            "  }\n"
            "}\n");
}

TEST_F(BoxLoopsTest, leavesToIslWhatIsNoBox) {
  EXPECT_EQ(
      loops("[n] -> { : n >= 1 }", "[n] -> { S[i, j] -> [i, j] : 0 <= i < n and i <= j < n }"),
      "for (I c0 = 0; c0 < n; ++c0) {\n"
      "  for (I c1 = c0; c1 < n; ++c1) {\n"
      "    S(c0);\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(loops("[n] -> { : n >= 1 }",
                  "[n] -> { S[i, j] -> [i, j] : 0 <= i < n and i mod 2 = 0 and 0 <= j < 3 }"),
            "for (I c0 = 0; c0 < n; c0 += 2) {\n"
            "  for (I c1 = 0; c1 <= 2; ++c1) {\n"
            "    S(c0);\n"
            "  }\n"
            "}\n");
}

/// |c0| <= 8 + n + 1 must be known where 32 bits are chosen.
TEST_F(BoxLoopsTest, boundsIteratorsByTheirBounds) {
  loops("[n] -> { : }", "[n] -> { S[i, j] -> [i, j] : 0 <= i < 3n and 0 <= j < 4 }");
  EXPECT_GE(Worst.alpha, 3);
  EXPECT_TRUE(Worst.finite());
}

TEST_F(BoxLoopsTest, testsPointsInLoopsOfConstantLength) {
  const std::vector<PositionRange> points = {{1, 0, 4}};
  const auto tested = [&](bool skipsEmpty) {
    const auto text = testedLoopsText(
        request("[n, t] -> { : 0 <= t < 8 }", "[n, t] -> { S[i, j] -> [i, c] : j = 8c + t and 0 <= "
                                              "c < 4 and 0 <= i < n and j <= i }"),
        points, skipsEmpty, leaf);
    return text ? printed(*text) : "none";
  };
  const std::string inner = "; c0 < n; ++c0) {\n"
                            "  for (I c1 = 0; c1 <= 3; ++c1) {\n"
                            "    if (c0 >= t + 8 * c1) {\n"
                            "      S(c0);\n"
                            "    }\n"
                            "  }\n"
                            "}\n";
  EXPECT_EQ(tested(true), "for (I c0 = t" + inner);
  EXPECT_EQ(tested(false), "for (I c0 = 0" + inner);
}

/// Nothing else bounds the loop around the points.
TEST_F(BoxLoopsTest, keepsBoundsThatPointsGiveToLoopsAroundThem) {
  const auto text = testedLoopsText(
      request("[n] -> { : }",
              "[n] -> { S[i, j] -> [j, c] : i = 8c and i <= j < i + 2 and 0 <= c < 3 and j < n }"),
      {{1, 0, 3}}, /*skipsEmpty=*/false, leaf);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(printed(*text), "for (I c0 = 0; c0 <= gpt_min(17, n - 1); ++c0) {\n"
                            "  if ((c0 + 6) % 8 >= 6) {\n"
                            "    for (I c1 = 0; c1 <= 2; ++c1) {\n"
                            "      if (8 * c1 + 1 >= c0 && c0 + 6 >= 8 * c1) {\n"
                            "        S(8 * c1);\n"
                            "      }\n"
                            "    }\n"
                            "  }\n"
                            "}\n");
}

TEST_F(BoxLoopsTest, tellsPointsThatAreAllInRanges) {
  const std::vector<PositionRange> points = {{1, 0, 4}};
  const auto fills = [&](const char *context, const char *schedule) {
    return fillsRanges(request(context, schedule), points);
  };
  const char *const columns =
      "[n, t] -> { S[i, j] -> [i, c] : j = 8c + t and 0 <= j < n and 0 <= j < 32 and 0 <= i < n }";
  EXPECT_TRUE(fills("[n, t] -> { : 0 <= t < 8 and n >= 32 }", columns));
  EXPECT_FALSE(fills("[n, t] -> { : 0 <= t < 8 }", columns));
  EXPECT_FALSE(fills("[n] -> { : }", "[n] -> { S[i, j] -> [i, j] : 0 <= j < 4 and 0 <= i < n; "
                                     "T[i, j] -> [i, j] : 0 <= j <= i < n and j < 4 }"));
}

TEST_F(BoxLoopsTest, testsNoPointsThatAreNotThoseOfOneInstance) {
  EXPECT_FALSE(
      testedLoopsText(request("[n] -> { : }", "[n] -> { S[i, j] -> [i, 0] : 0 <= i, j < n }"),
                      {{1, 0, 4}}, true, leaf));
  // Each instance would stand at all positions that an affine function of it does not exclude.
  EXPECT_FALSE(testedLoopsText(
      request("[n] -> { : }",
              "[n] -> { S[i] -> [i, c] : 8c <= i < 8c + 2 and 0 <= c < 3 and i < n }"),
      {{1, 0, 3}}, false, leaf));
}

} // namespace
