//===- ExtractUpdatesTest.cpp - Statements that only update an element -----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include <gtest/gtest.h>

#include <set>

using namespace gputile;
using namespace gputile::test;

namespace {

/// The update of the only statement of a loop around \p text, as "operator(type)", "" where there is
/// none or where it has its \p fixed order.
std::string updateIn(const std::string &text, std::string *body = nullptr, bool fixed = false) {
  Extraction e("double f(int n, int *a, int *b, long *w, unsigned *u, short *h, double *d) {"
               " static double t[64];"
               " int s = 0, m = 0; long l = 0; _Bool ok = 1; double x = 0; float y = 0;"
               " for (int i = 0; i < n; i++) { " + text + " } return s + m + l + ok + x + y; }");
  if (body)
    *body = e.body(0);
  const std::vector<Update> &updates = e.statement(0).updates;
  return updates.empty() || (updates[0].order == UpdateOrder::Fixed) != fixed
             ? ""
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
  EXPECT_EQ(updateIn("if (a[i] > m) m = a[i]; else s = b[i];"), "");
}

TEST(ExtractUpdates, find_extrema_that_any_order_gives) {
  std::string body;
  EXPECT_EQ(updateIn("if (__builtin_fabs(d[i]) > x) x = __builtin_fabs(d[i]);", &body),
            "gpt_take_gt(double)");
  EXPECT_EQ(body, "$0 = gpt_take_gt($0, fabs($1));");
  EXPECT_EQ(updateIn("x = __builtin_fmax(x, d[i] * d[i]);", &body), "gpt_fmax(double)");
  EXPECT_EQ(body, "$0 = gpt_fmax($0, gpt_mul($1, $1));");
  EXPECT_EQ(updateIn("x = __builtin_fmin(d[i] - 1, x);"), "gpt_fmin(double)");
  EXPECT_EQ(updateIn("{ const double e = 3 + d[i]; x = x >= e ? e : x; }"), "gpt_take_le(double)");
  EXPECT_EQ(updateIn("y = y > a[i] + 0.f ? a[i] + 0.f : y;"), "gpt_take_lt(float)");
}

TEST(ExtractUpdates, leave_extrema_that_depend_on_the_order) {
  EXPECT_EQ(updateIn("if (d[i] > x) x = d[i];"), "") << "zeros of two signs";
  EXPECT_EQ(updateIn("x = __builtin_fmax(x, -__builtin_fabs(d[i]));"), "") << "zeros of two signs";
  EXPECT_EQ(updateIn("{ float e = d[i] + 1; if (e > y) y = e; }"), "") << "rounded to -0.0f";
  EXPECT_EQ(updateIn("if (d[i] - x > x) x = d[i] - x;"), "") << "uses itself";
  EXPECT_EQ(updateIn("if (d[i] - 0.0 > x) x = d[i] - 0.0;"), "") << "zeros of two signs";
  EXPECT_EQ(updateIn("x = x > d[i] * d[i] ? x : d[i] * d[i];"), "") << "takes what is no number";
  EXPECT_EQ(updateIn("{ double e = __builtin_fabs(d[i]); e -= 2; if (e > x) x = -e; }"), "");
}

TEST(ExtractUpdates, name_the_clause_that_would_help) {
  Extraction e("void f(int n, double *d, double h[3]) { double s = 0, m = 0;"
               " for (int i = 0; i < n; i++) {"
               " s = s + d[i] - 2; m = m > d[i] ? m : d[i]; h[1] *= d[i]; } }");
  std::set<std::string> clauses;
  for (const Statement &statement : e.scop().statements)
    for (const Reference &reference : statement.references)
      clauses.insert(reference.reduction);
  EXPECT_EQ(clauses, (std::set<std::string>{"", "reduction(+: s)", "reduction(max: m)",
                                            "reduction(*: h)"}));
}

TEST(ExtractUpdates, take_sums_apart) {
  std::string body;
  EXPECT_EQ(updateIn("s = s + a[i] - b[i];", &body), "+=(int)");
  EXPECT_EQ(body, "$0 += $1; $2 -= $3;");
  EXPECT_EQ(updateIn("l = (w[i] + l) + w[i] + 1;", &body), "+=(long)");
  EXPECT_EQ(body, "$0 += $1; $2 += $1; $3 += 1l;");
  EXPECT_EQ(updateIn("s = a[i] - s + b[i];"), "");
  EXPECT_EQ(updateIn("b[i] = b[i] + a[i] - 2;"), "");
  EXPECT_EQ(updateIn("s = s * a[i] + b[i];"), "");
}

TEST(ExtractUpdates, write_only_where_the_program_does) {
  Extraction e("void f(int n, int *a) { int m = 0; for (int i = 0; i < n; i++)"
               " if (a[i] > m) m = a[i]; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MayWrite, "[n] -> { S0[i] -> m[] : 0 <= i < n }"));
}

TEST(ExtractUpdates, leave_what_depends_on_the_order) {
  EXPECT_EQ(updateIn("x += d[i];"), "");
  EXPECT_EQ(updateIn("s += d[i];"), "");
  EXPECT_EQ(updateIn("s /= 3;"), "");
  EXPECT_EQ(updateIn("s <<= 1;"), "");
  EXPECT_EQ(updateIn("{ int t = a[i]; t += 2; b[i] = t; }"), "");
}

TEST(ExtractUpdates, keep_the_order_of_floating_point_numbers) {
  std::string body;
  EXPECT_EQ(updateIn("x += d[i] * 2;", &body, true), "+=(double)");
  EXPECT_EQ(body, "$0 += gpt_mul($1, 2.0);");
  EXPECT_EQ(updateIn("y = y - d[i];", &body, true), "-=(double)");
  EXPECT_EQ(updateIn("x *= d[i];", &body, true), "*=(double)");
  EXPECT_EQ(body, "$0 = gpt_mul($0, $1);");
  EXPECT_EQ(updateIn("x = x < d[i] ? x : d[i];", &body, true), "gpt_keep_lt(double)");
  EXPECT_EQ(updateIn("if (d[i] > 0) x += d[i] * 2;", nullptr, true), "+=(double)");
  EXPECT_EQ(updateIn("x += __builtin_sqrt(d[i]);", nullptr, true), "+=(double)") << "errno";
  EXPECT_EQ(updateIn("x = d[i] - x;", nullptr, true), "");
  EXPECT_EQ(updateIn("x += x * d[i];", nullptr, true), "+=(double)") << "other uses are references";
}

TEST(ExtractUpdates, are_executed_once_where_their_order_stays) {
  EXPECT_EQ(updateIn("for (int k = a[i]; k < b[i]; k++) x += 2;", nullptr, true), "");
  EXPECT_EQ(updateIn("for (int k = a[i]; k < b[i]; k++) s += 2;"), "+=(int)");
  EXPECT_EQ(updateIn("if (a[i] > 0) x += 2;", nullptr, true), "+=(double)");
}

TEST(ExtractUpdates, go_through_index_arrays_of_known_size) {
  Extraction e("void f(int n, const int *key) { static int H[64];"
               " for (int i = 0; i < n; i++) H[key[i]] += 1; }");
  ASSERT_TRUE(e.accepted()) << e.refusal();
  EXPECT_TRUE(e.accessIs(0, AccessKind::MayWrite,
                         "[n] -> { S0[i] -> H[a] : 0 <= i < n and 0 <= a < 64 }"));
  EXPECT_EQ(e.statement(0).updates.size(), 1u);
  Extraction inspected("void f(int n, const int *key, int *H) {"
                       " for (int i = 0; i < n; i++) H[key[i]] += 1; }");
  ASSERT_TRUE(inspected.accepted()) << inspected.refusal();
  EXPECT_EQ(inspected.scop().inspected.size(), 1u);
  EXPECT_EQ(inspected.statement(0).updates.size(), 1u);
  EXPECT_EQ(Extraction("void f(int n, const int *key) { static int H[64];"
                       " for (int i = 0; i < n; i++) H[key[i]] = i; }")
                .refusal(),
            "indirect-write");
  Extraction constant("void f(int n, const int *key) { static int H[64];"
                      " for (int i = 0; i < n; i++) H[key[i]] = 1; }");
  ASSERT_TRUE(constant.accepted()) << constant.refusal();
  EXPECT_EQ(constant.statement(0).updates.size(), 1u);
}

TEST(ExtractUpdates, find_truth_values) {
  std::string body;
  EXPECT_EQ(updateIn("s = s && a[i] > 0;", &body), "&&(bool)");
  EXPECT_EQ(body, "$0 = $0 && ($1 > 0);");
  EXPECT_EQ(updateIn("s = (s || d[i]) || i == 3;", &body), "||(bool)");
  EXPECT_EQ(body, "$0 = $0 || (($1) || (#0 == 3));");
  EXPECT_EQ(updateIn("l = a[i] / b[i] > 2 && l;"), "&&(bool)");
  EXPECT_EQ(updateIn("ok = ok && d[i] > 0;"), "&&(bool)");
  EXPECT_EQ(updateIn("ok &= d[i] > 0;", &body), "&=(bool)");
  EXPECT_EQ(body, "$0 &= ($1 > 0.0);");
  EXPECT_EQ(updateIn("ok ^= !a[i];"), "^=(bool)");
  EXPECT_EQ(updateIn("ok |= a[i];"), "") << "2 stores 1";
  EXPECT_EQ(updateIn("ok += a[i] > 0;"), "");
  EXPECT_EQ(updateIn("s = a[i] > 0 && b[i] > 0;"), "");
  EXPECT_EQ(updateIn("s = (s || a[i]) && b[i];"), "");
}

TEST(ExtractUpdates, leave_operands_that_may_not_be_evaluated_everywhere) {
  EXPECT_EQ(updateIn("s = s && a[i] / b[i] > 2;"), "");
  EXPECT_EQ(updateIn("s = s && t[a[i]] > 2;"), "");
  EXPECT_EQ(updateIn("s = t[a[i]] > 2 && s;"), "&&(bool)");
  Extraction e("void f(int n, int ok) { static int t[8];"
               " for (int i = 0; i < 9; i++) ok = ok && t[i] > 0; }");
  EXPECT_TRUE(e.statement(0).updates.empty()) << "perhaps it stops before the array does";
  Extraction guarded("void f(int n, int ok) { static int t[8];"
                     " for (int i = 0; i < n; i++) ok = ok && t[i] > 0; }");
  EXPECT_EQ(guarded.statement(0).updates.size(), 1u);
  EXPECT_TRUE(guarded.guardIs("[n] -> { : n <= 8 }"));
}

TEST(ExtractUpdates, find_what_happens_once) {
  std::string body;
  EXPECT_EQ(updateIn("if (!s && d[i] > 0) s = 7;", &body), "?:(int)");
  EXPECT_EQ(body, "if ($0 > 0.0) $1 = $1 ? $1 : 7;");
  EXPECT_EQ(updateIn("if (d[i] > 0 && 0 == s && a[i] > 1) { s = 7; }"), "?:(int)");
  EXPECT_EQ(updateIn("if (ok && d[i] > 0) ok = 0;", &body), "=(int)");
  EXPECT_EQ(body, "if ($0 > 0.0) $1 = 0;");
  EXPECT_EQ(updateIn("if (!l) l = 2;", &body), "?:(int)");
  EXPECT_EQ(body, "$0 = $0 ? $0 : 2l;");
}

TEST(ExtractUpdates, leave_conditions_that_read_the_variable) {
  const auto staysIn = [](const std::string &text) {
    std::string body;
    updateIn(text, &body);
    return body.find("? ") == std::string::npos && body.find("s = 7") == std::string::npos &&
           body.find("if (") == 0 && body.find("$0 = 7") == std::string::npos;
  };
  EXPECT_TRUE(staysIn("if (s && d[i] > 0) s = 7;"));
  EXPECT_TRUE(staysIn("if (!s && d[i] > s) s = 7;"));
  EXPECT_TRUE(staysIn("if (!s && a[i] / b[i] > 1) s = 7;")) << "would divide more often";
  EXPECT_TRUE(staysIn("if (!s || d[i] > 0) s = 7;"));
  EXPECT_TRUE(staysIn("if (!s && t[a[i]] > 1) s = 7;")) << "may leave the array";
}

TEST(ExtractUpdates, find_constants_that_are_written) {
  std::string body;
  EXPECT_EQ(updateIn("if (d[i] > 0) s = 7;", &body), "=(int)");
  EXPECT_EQ(body, "if ($0 > 0.0) { $1 = 7; }");
  EXPECT_EQ(updateIn("if (d[i] > 0) ok = 0;"), "=(int)");
  EXPECT_EQ(updateIn("if (d[i] > 0) l = -1;", &body), "=(int)");
  EXPECT_EQ(body, "if ($0 > 0.0) { $1 = (-1l); }");
  EXPECT_EQ(updateIn("h[2] = 'x';", &body), "=(int)");
  EXPECT_EQ(body, "$0 = 120;");
  EXPECT_EQ(updateIn("if (d[i] > 0) s = i;"), "");
  EXPECT_EQ(updateIn("x = 1;"), "");
  EXPECT_EQ(updateIn("a[i] = 1;"), "") << "each iteration has its own element";
}

TEST(ExtractUpdates, find_extrema_of_floats_among_doubles) {
  const auto updateOf = [](const std::string &text) {
    Extraction e("double fabs(double), sqrt(double); float f(int n, float *a) { float m = 0; for "
                 "(int i = 0; i < n; i++) " +
                 text + " return m; }");
    const std::vector<Update> &updates = e.statement(0).updates;
    return updates.empty() ? "" : e.body(0);
  };
  EXPECT_EQ(updateOf("if (fabs(a[i]) > m) m = fabs(a[i]);"),
            "$0 = gpt_take_gt($0, (float)fabs((double)$1));");
  EXPECT_EQ(updateOf("if (-fabs(a[i]) < m) m = -fabs(a[i]);"),
            "$0 = gpt_take_lt($0, (float)(-fabs((double)$1)));");
  EXPECT_EQ(updateOf("m = m > fabs((double)a[i]) ? m : fabs((double)a[i]);"),
            "$0 = gpt_keep_gt($0, (float)fabs((double)$1));");
  EXPECT_EQ(updateOf("if (a[i] * 1.1 > m) m = a[i] * 1.1;"), "") << "rounded once it is compared";
  EXPECT_EQ(updateOf("if (sqrt(a[i]) > m) m = sqrt(a[i]);"), "");
}

TEST(ExtractUpdates, find_updates_of_narrow_integers) {
  std::string body;
  EXPECT_EQ(updateIn("h[0] += a[i];"), "+=(int)");
  EXPECT_EQ(updateIn("h[b[i]]++;"), "+=(int)");
  EXPECT_EQ(updateIn("if (h[i] > h[0]) h[0] = h[i];", &body), "gpt_max(short)");
  EXPECT_EQ(body, "$0 = gpt_max($0, $1);");
  EXPECT_EQ(updateIn("h[0] = h[0] < h[i] ? h[0] : h[i];"), "gpt_min(short)");
  EXPECT_EQ(updateIn("if (a[i] > h[0]) h[0] = a[i];"), "") << "compared before it is narrowed";
}

} // namespace
