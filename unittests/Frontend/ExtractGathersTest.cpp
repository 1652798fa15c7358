//===- ExtractGathersTest.cpp - Reads through data in subscripts ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// The text of inspection \p index: "$array[…]" for what it reads, "!array(…)" for a note.
class InspectionText {
public:
  InspectionText(const Scop &scop, size_t index)
      : TheScop(scop), Text(scop.inspections.at(index).text) {}
  std::string body() const { return pieces(Text.body); }

private:
  std::string pieces(const std::vector<BodyPiece> &list) const {
    std::string text;
    for (const BodyPiece &piece : list) {
      switch (piece.kind) {
      case BodyPiece::Kind::Text: text += piece.text; break;
      case BodyPiece::Kind::Iterator: text += Text.iterators.at(piece.index); break;
      case BodyPiece::Kind::Parameter: text += TheScop.parameters.at(piece.index).name; break;
      default: text += reference(piece);
      }
    }
    return text;
  }
  std::string reference(const BodyPiece &piece) const {
    const Reference &read = Text.references.at(piece.index);
    const std::string &name = TheScop.arrays.at(read.array).name;
    const std::string subscript = read.subscripts.empty() ? "" : pieces(read.subscripts.back());
    return piece.kind == BodyPiece::Kind::Noted ? "!" + name + "(" + subscript + ")"
                                                : "$" + name + "[" + subscript + "]";
  }

  const Scop &TheScop;
  const Statement &Text;
};

std::string inspection(const Extraction &e, size_t index = 0) {
  return InspectionText(e.scop(), index).body();
}

TEST(ExtractGathers, read_between_two_parameters) {
  Extraction e("void f(int n, double *y, const double *x, const int *index) {"
               " for (int i = 0; i < n; i++) y[i] = 2 * x[index[i]]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[x_least, x_most] -> { S0[i] -> x[a] : x_least <= a <= x_most;"
                         " S0[i] -> index[i] }"));
  ASSERT_EQ(e.scop().inspected.size(), 1u);
  const InspectedArray &found = e.scop().inspected[0];
  EXPECT_EQ(e.scop().arrays[found.array].name, "x");
  EXPECT_EQ(e.scop().parameters[found.least].name, "x_least");
  EXPECT_TRUE(e.scop().parameters[found.most].inspected);
  EXPECT_EQ(inspection(e), "!x((long long)($index[]))");
  EXPECT_TRUE(e.scop().inspections[0].deciding.empty());
}

TEST(ExtractGathers, are_found_by_loops_of_their_own) {
  Extraction e("void f(int n, double *y, const int *row, const int *col, const double *a,"
               " const double *x) { for (int i = 0; i < n; i++) { double s = 0;"
               " for (int k = row[i]; k < row[i + 1]; k++) s += a[k] * x[col[k]]; y[i] = s; } }");
  EXPECT_EQ(e.scop().inspected.size(), 3u);
  const std::string text = inspection(e);
  EXPECT_NE(text.find("for (; k_3 < $row[]; k_3++) {"), std::string::npos) << text;
  EXPECT_NE(text.find("!a((long long)(k_3))!col((long long)(k_3))"
                      "!x((long long)($col[(long long)(k_3)]))"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("s ="), std::string::npos) << text;
  ASSERT_EQ(e.scop().inspections[0].deciding.size(), 1u);
  EXPECT_EQ(e.scop().arrays[e.scop().inspections[0].deciding[0]].name, "row");
}

TEST(ExtractGathers, count_rows_of_flat_pointers) {
  Extraction e("void f(int n, int m, double *y, const double *x, const int *up) {"
               " for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)"
               " y[i * m + j] = x[up[i] * m + j] - x[i * m + j]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[m, x_least, x_most] -> { S0[i, j] -> x[a, b] : x_least <= a <= x_most"
                         " and 0 <= b < m; S0[i, j] -> x[i, j]; S0[i, j] -> up[i] }"));
  EXPECT_TRUE(e.scop().arrays[e.scop().inspected.at(0).array].assumedExtent);
}

TEST(ExtractGathers, happen_where_conditions_say) {
  Extraction e("void f(int n, double *y, const double *x, const int *index, const int *use) {"
               " for (int i = 0; i < n; i++) if (use[i]) y[i] = index[i] > 0 ? x[index[i]] : 0; }");
  const std::string text = inspection(e);
  EXPECT_NE(text.find("if ($use[]) { if ($index[] > 0) { !x("), std::string::npos) << text;
}

TEST(ExtractGathers, of_values_that_nothing_needs_need_no_inspection) {
  Extraction e("void f(int n, double *y, const double *x, const int *index) {"
               " for (int i = 0; i < n; i++) { double t = x[index[i]]; y[i] = 2; } }");
  EXPECT_TRUE(e.scop().inspections.empty());
  EXPECT_TRUE(e.scop().inspected.empty());
  EXPECT_EQ(e.scop().arrays.size(), 1u);
}

TEST(ExtractGathers, need_no_inspection_with_clause_or_size) {
  Extraction e("void f(int n, int m, double *y, const double x[m], const int *index) {"
               " for (int i = 0; i < n; i++) y[i] = x[index[i]]; }");
  EXPECT_TRUE(e.scop().inspections.empty());
  EXPECT_TRUE(e.scop().inspected.empty());
}

TEST(ExtractGathers, are_refused_where_they_depend_on_writes) {
  const auto refusal = [](const std::string &body) {
    return Extraction("double g(double); void f(int n, double *y, double *x, int *index, int *row) {"
                      " for (int i = 0; i < n; i++) { " + body + " } }").refusal();
  };
  EXPECT_EQ(refusal("index[i] = 0; y[i] = x[index[i]];"), "unknown-extent");
  EXPECT_EQ(refusal("for (int k = row[i]; k < row[i + 1]; k++) row[i] += x[k];"),
            "unknown-extent");
  EXPECT_EQ(refusal("if (y[i] > 0) y[i] = x[index[i]];"), "unknown-extent");
  EXPECT_EQ(refusal("if (x[i] * x[i] + x[i + 1] > 3) y[i] = x[index[i]];"), "unknown-extent");
  // Another array of integers may be row's memory, of which the place of others depends.
  EXPECT_EQ(refusal("int s = 0, k = row[i]; while (row[k] > 0) { s += index[k]; k = row[k]; }"
                    " index[i] = s;"),
            "unknown-extent");
  EXPECT_EQ(refusal("y[i] = x[index[i]];"), "accepted");
}

} // namespace
