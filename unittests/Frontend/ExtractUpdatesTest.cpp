//===- ExtractUpdatesTest.cpp - Statements that only update an element -----===//
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

/// The update of the only statement of a loop around \p text, as "operator(type)", "" for none.
std::string updateIn(const std::string &text, std::string *body = nullptr) {
  Extraction e("void f(int n, int *a, int *b, long *w, unsigned *u, short *h, double *d) {"
               " int s = 0, m = 0; long l = 0; double x = 0;"
               " for (int i = 0; i < n; i++) { " + text + " } }");
  if (body)
    *body = e.body(0);
  const std::vector<Update> &updates = e.statement(0).updates;
  return updates.empty() ? ""
                         : std::string(updateText(updates[0].op)) + "(" + updates[0].operandType + ")";
}

TEST(ExtractUpdates, find_updates_of_integers) {
  EXPECT_EQ(updateIn("s += a[i];"), "+=(int)");
  EXPECT_EQ(updateIn("s -= a[i] * b[i];"), "-=(int)");
  EXPECT_EQ(updateIn("s *= w[i];"), "*=(long)");
  EXPECT_EQ(updateIn("l ^= u[i];"), "^=(long)");
  EXPECT_EQ(updateIn("b[0] |= h[i];"), "|=(int)");
  EXPECT_EQ(updateIn("++w[3];"), "+=(int)");
  EXPECT_EQ(updateIn("u[0]--;"), "-=(int)");
  EXPECT_EQ(updateIn("if (d[i] > 0) s++;"), "+=(int)");
}

TEST(ExtractUpdates, find_sums_that_are_assigned) {
  std::string body;
  EXPECT_EQ(updateIn("s = s + a[i];", &body), "+=(int)");
  EXPECT_EQ(body, "$0 += $1;");
  EXPECT_EQ(updateIn("l = a[i] + l;"), "+=(long)");
  EXPECT_EQ(updateIn("w[0] = w[0] - a[i];"), "-=(long)");
  EXPECT_EQ(updateIn("s = a[i] - s;"), "");
  EXPECT_EQ(updateIn("s = m + a[i]; b[i] = s;"), "");
}

TEST(ExtractUpdates, find_least_and_greatest_values) {
  std::string body;
  EXPECT_EQ(updateIn("if (a[i] > m) m = a[i];", &body), "gpt_max(int)");
  EXPECT_EQ(body, "$0 = gpt_max($0, $1);");
  EXPECT_EQ(updateIn("if (m >= a[i]) { m = a[i]; }"), "gpt_min(int)");
  EXPECT_EQ(updateIn("m = m < a[i] ? m : a[i];"), "gpt_min(int)");
  EXPECT_EQ(updateIn("m = a[i] + 1 < m ? m : a[i] + 1;"), "gpt_max(int)");
  EXPECT_EQ(updateIn("l = ((l) > (w[i]) ? (l) : (w[i]));"), "gpt_max(long)");
  EXPECT_EQ(updateIn("if (a[i] > m) m = b[i];"), "");
  EXPECT_EQ(updateIn("if (a[i] != m) m = a[i];"), "");
  EXPECT_EQ(updateIn("m = a[i] > m ? b[i] : m;"), "");
  EXPECT_EQ(updateIn("if (w[i] > m) m = w[i];"), "") << "compared in another type";
  EXPECT_EQ(updateIn("if (a[i] > m) m = a[i]; else s = 1;"), "");
}

TEST(ExtractUpdates, write_only_where_the_program_does) {
  Extraction e("void f(int n, int *a) { int m = 0; for (int i = 0; i < n; i++)"
               " if (a[i] > m) m = a[i]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MayWrite, "[n] -> { S0[i] -> m[] : 0 <= i < n }"));
}

TEST(ExtractUpdates, leave_what_depends_on_the_order) {
  EXPECT_EQ(updateIn("x += d[i];"), "");
  EXPECT_EQ(updateIn("s += d[i];"), "");
  EXPECT_EQ(updateIn("h[0] += a[i];"), "");
  EXPECT_EQ(updateIn("s /= 3;"), "");
  EXPECT_EQ(updateIn("s <<= 1;"), "");
  EXPECT_EQ(updateIn("{ int t = a[i]; t += 2; b[i] = t; }"), "");
}

TEST(ExtractUpdates, go_through_index_arrays_of_known_size) {
  Extraction e("void f(int n, const int *key) { static int H[64];"
               " for (int i = 0; i < n; i++) H[key[i]] += 1; }");
  ASSERT_TRUE(e.accepted()) << e.refusal();
  EXPECT_TRUE(e.accessIs(0, AccessKind::MayWrite,
                         "[n] -> { S0[i] -> H[a] : 0 <= i < n and 0 <= a < 64 }"));
  EXPECT_EQ(e.statement(0).updates.size(), 1u);
  EXPECT_EQ(Extraction("void f(int n, const int *key, int *H) {"
                       " for (int i = 0; i < n; i++) H[key[i]] += 1; }")
                .refusal(),
            "indirect-write");
  EXPECT_EQ(Extraction("void f(int n, const int *key) { static int H[64];"
                       " for (int i = 0; i < n; i++) H[key[i]] = 1; }")
                .refusal(),
            "indirect-write");
}

} // namespace
