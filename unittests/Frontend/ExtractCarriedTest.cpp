//===- ExtractCarriedTest.cpp - Values of the iteration before -------------===//
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

#define HEAD                                                                                       \
  "double a[90], b[90], c[90]; void f(int n, double x, double y, int k, const double *p) { "
#define LOOP "for (int i = 0; i < n; i++) "
using Bodies = std::vector<std::string>;

Bodies bodiesOf(const std::string &text) { return Extraction(text).unorderedBodies(); }

TEST(ExtractCarried, is_the_value_of_the_iteration_before) {
  EXPECT_EQ(bodiesOf(HEAD LOOP "{ a[i] = x; x = b[i]; } }"),
            (Bodies{"$0 = $1;", "$0 = (#0 > 0) ? $1 : $2;", "$0 = $1;"}));
}

TEST(ExtractCarried, comes_from_several_iterations_before) {
  const Bodies bodies = bodiesOf(HEAD LOOP "{ a[i] = x + y; y = x; x = b[i]; } }");
  ASSERT_EQ(bodies.size(), 5u);
  EXPECT_EQ(bodies[2], "$0 = ((#0 > 0) ? $1 : $2) + ((#0 > 0) ? (((#0 - 1) > 0) ? $3 : $4) : $5);");
}

TEST(ExtractCarried, is_assigned_by_the_last_iteration) {
  Extraction e("double a[90], b[90]; double f(int n, double x) {"
               " for (int i = 3; i < n; i += 2) { a[i] = x; x = b[i]; } return x; }");
  EXPECT_EQ(e.unorderedBodies().size(), 3u);
  EXPECT_EQ(e.scop().statements.size(), 2u);
}

TEST(ExtractCarried, may_be_an_index) {
  Extraction e("double a[90], b[90]; void f(int n, int k) { for (int i = 0; i < n; i++) { a[i] = "
               "b[k]; k = i; } }");
  EXPECT_EQ(e.unorderedBodies(), Bodies{"$0 = $1;"});
}

TEST(ExtractCarried, may_be_read_behind_its_assignment) {
  const Bodies bodies = bodiesOf(HEAD LOOP "{ a[i] = x; x = b[i]; c[i] = x; } }");
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(bodies[3], "$0 = $1;");
}

TEST(ExtractCarried, is_not_found_where_it_cannot_be_computed) {
  for (const char *body : {
           "{ a[i] = x; x = b[i] + x; }",           // A recurrence.
           "{ a[i] = x; if (b[i] > 0) x = b[i]; }", // Not in each iteration.
           "{ a[i] = x; x = b[i]; x = x + 1; }",    // Twice.
           "{ a[i] = x; x = b[i]; b[i] = 0; }",     // The loop writes it.
           "{ a[i] = x; x = b[i]; b[i + 1] += 1; }",
           "{ a[i] = x; x = p[k]; k = k + 2; }", // At places that are not known.
           "{ a[i] = x; x = y; y = a[i]; }",     // Through memory that it writes.
           "{ a[i] = x; x += b[i]; }",
           "{ x = b[i]; a[i] = x; }", // Nothing is carried.
           "{ a[i] = x; x = b[i]; if (x > 3) continue; c[i] = 1; }",
           "{ double *q = &x; a[i] = x; x = b[i]; *q += 1; }",
           "{ for (int j = 0; j < x; j++) a[j] = i; x = b[i]; n = n - 1; }",
           "{ a[i] = x; x = y; y = x; }",
       })
    EXPECT_EQ(bodiesOf(std::string(HEAD LOOP) + body + " }"), Bodies()) << body;
}

TEST(ExtractCarried, does_not_pile_up) {
  // Each temporary is read twice by the next one.
  std::string chain = LOOP "{ double t0 = b[i]; a[i] = x; ";
  for (int k = 1; k < 60; ++k)
    chain += "double t" + std::to_string(k) + " = t" + std::to_string(k - 1) + " * t" +
             std::to_string(k - 1) + "; ";
  EXPECT_EQ(bodiesOf(HEAD + chain + "x = t5; } }").size(), 3u);
  EXPECT_EQ(bodiesOf(HEAD + chain + "x = t59; } }"), Bodies());
  std::string two = LOOP "{ double t0 = b[i], t1 = c[i]; a[i] = x; ";
  for (int k = 2; k < 60; ++k)
    two += "double t" + std::to_string(k) + " = t" + std::to_string(k - 1) + " * t" +
           std::to_string(k - 2) + "; ";
  EXPECT_EQ(bodiesOf(HEAD + two + "x = t59; } }"), Bodies());
}

TEST(ExtractCarried, is_not_found_where_pointers_are_other_names) {
  // The guard compares pointers from in front of the region.
  EXPECT_EQ(bodiesOf("double b[90]; void f(int n, double x) { double *q = b;"
                     " for (int i = 0; i < n; i++) { q[i] = x; x = b[i]; } }")
                .size(),
            3u);
  EXPECT_EQ(bodiesOf("double b[90]; void f(int n, double x) {"
                     " for (int i = 0; i < n; i++) { double *q = b; q[i] = x; x = b[i]; } }"),
            Bodies());
}

} // namespace
