//===- ExtractPlacesTest.cpp - Where extrema stand ------------------------===//
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

#define HEAD "double b[90]; void f(int n, double m, int at, const double *a) { "
#define LOOP "for (int i = 0; i < n; i++) "
using Bodies = std::vector<std::string>;

Bodies bodiesOf(const std::string &text) { return Extraction(text).unorderedBodies(); }

TEST(ExtractPlaces, of_the_first_extremum) {
  EXPECT_EQ(bodiesOf(HEAD LOOP "if (a[i] > m) { m = a[i]; at = i; } }"),
            (Bodies{"$0 = $1;", "$0 = gpt_take_gt($0, $1);", "$0 = 9223372036854775807ll;",
                    "if ($0 == $1) { $2 = gpt_min($2, (long long)#0); }",
                    "if ($0 > $1) { $2 = (int)$3; }"}));
}

TEST(ExtractPlaces, of_the_last_extremum) {
  EXPECT_EQ(bodiesOf(HEAD LOOP "if (m >= a[i]) { at = 2 * i; m = a[i]; n; } }"), Bodies());
  EXPECT_EQ(bodiesOf(HEAD LOOP "if (m >= a[i]) { at = 2 * i; m = a[i]; } }"),
            (Bodies{"$0 = gpt_take_le($0, $1);", "$0 = 0ll - 9223372036854775807ll - 1ll;",
                    "if ($0 == $1) { $2 = gpt_max($2, (long long)#0); }",
                    "if ($0 > (0ll - 9223372036854775807ll - 1ll)) { $1 = 2 * ((int)$2); }"}));
}

TEST(ExtractPlaces, of_loops_that_go_down) {
  const Bodies first =
      bodiesOf(HEAD "for (int i = n; i > 0; i -= 3) if (m > a[i]) { m = a[i]; at = i; } }");
  ASSERT_EQ(first.size(), 5u);
  EXPECT_EQ(first[3], "if ($0 == $1) { $2 = gpt_max($2, (long long)#0); }");
}

TEST(ExtractPlaces, in_two_loops) {
  const Bodies bodies = bodiesOf(
      HEAD LOOP
      "for (int j = i; j < 9; j++) { double x = a[i] * j; if (x > m) { m = x; at = i + j; } } }");
  ASSERT_EQ(bodies.size(), 7u);
  EXPECT_NE(bodies[3].find("$2 = gpt_min($2, (long long)#0)"), std::string::npos) << bodies[3];
  EXPECT_NE(bodies[5].find(
                "if ((((long long)#0) == $1) && (x_2 == $2)) { $3 = gpt_min($3, (long long)#1); }"),
            std::string::npos)
      << bodies[5];
  EXPECT_EQ(bodies[6], "if ($0 > $1) { $2 = ((int)$3) + ((int)$4); }");
}

TEST(ExtractPlaces, where_the_extremum_is_what_stands_there) {
  EXPECT_EQ(
      bodiesOf(HEAD LOOP "{ double x = b[i] * 2; if (x > b[at] * 2) at = i; } }"),
      (Bodies{
          "$0 = 0.0;", "$0 = gpt_mul($2, 2.0);", "$0 = $1;",
          "{ double x = gpt_mul($0, 2.0); $1 = gpt_take_gt($1, x); }",
          "$0 = 9223372036854775807ll;",
          "{ double x_1 = gpt_mul($0, 2.0); if (x_1 == $1) { $2 = gpt_min($2, (long long)#0); } }",
          "if ($0 > $1) { $2 = (int)$3; }"}));
}

TEST(ExtractPlaces, of_numbers_that_are_assigned_before) {
  EXPECT_EQ(
      bodiesOf(HEAD "double x; " LOOP "{ x = a[i] * 2; if (x > m) { m = x; at = i; } } }").size(),
      7u);
  for (const char *body : {
           "{ x = x + a[i]; if (x > m) { m = x; at = i; } }",
           "{ x = y; y = a[i] - y; if (x > m) { m = x; at = i; } }", // Of the iteration before.
           "{ x = a[i]; x = x * 2; if (x > m) { m = x; at = i; } }",
           "{ x += a[i]; if (x > m) { m = x; at = i; } }",
           "for (int j = 0; j < y; j++) { y = a[j]; if (y > m) { m = y; at = i; } }",
       })
    EXPECT_EQ(bodiesOf(std::string(HEAD "double x = 0, y = 0; " LOOP) + body + " }"), Bodies())
        << body;
}

TEST(ExtractPlaces, stand_where_their_numbers_say) {
  const auto withTypes = [](const std::string &iterator, const std::string &place) {
    return bodiesOf("double b[90]; long f(int n) { " + place + " at = 0; for (" + iterator +
                    " i = 1; i < n; i++) if (b[i] > b[at]) at = i; return at; }");
  };
  EXPECT_EQ(withTypes("int", "int").size(), 7u);
  EXPECT_EQ(withTypes("int", "long").size(), 7u);
  EXPECT_EQ(withTypes("long", "int"), Bodies());
  EXPECT_EQ(withTypes("unsigned", "int"), Bodies());
}

TEST(ExtractPlaces, are_not_found_where_more_happens) {
  for (const char *body : {
           "if (a[i] > m + at) { m = a[i]; at = i; }", // Reads the place.
           "if (a[i] > m) { m = a[i] + 1; at = i; }",  // Keeps something else.
           "if (a[i] > m) { m = a[i]; at = i; } else at = 0;",
           "if (a[i] > m) { m = a[i]; at += i; }",
           "if (a[i] > m) { m = a[i]; at = b[i]; }", // Memory.
           "if (a[i] > m) { m = a[i]; b[0] = i; }",
           "if (a[i] > m) m = a[i];", // No place.
           "{ b[i] = 0; if (a[i] > m) { m = a[i]; at = i; } }",
           "{ if (a[i] > m) { m = a[i]; at = i; } b[i] = m; }",
           "if (a[i] > m && i) { m = a[i]; at = i; }",
           "if (!(a[i] <= m)) { m = a[i]; at = i; }",    // Takes NaN.
           "if (a[i] > m) { m = a[i]; at = i; n = 4; }", // Ends the loop.
           "if (b[i] > b[at]) at = i + 1;",
           "for (int j = i; j < 9; j++) if (b[i + j] > b[at + n]) { at = i; n = j; }", // May not
                                                                                       // read b[at
                                                                                       // + n].
           "if (a[i] == m) { m = a[i]; at = i; }",
           "for (int j = 0; j < at; j++) if (a[j] > m) { m = a[j]; at = j; }",
       })
    EXPECT_EQ(bodiesOf(std::string(HEAD LOOP) + body + " }"), Bodies()) << body;
}

TEST(ExtractPlaces, are_not_found_where_conversions_change_values) {
  const auto withTypes = [](const std::string &kept, const std::string &compared) {
    return bodiesOf(
        "int f(int n, " + kept + " m, int at, const " + compared +
        " *a) { for (int i = 0; i < n; i++) if (a[i] > m) { m = a[i]; at = i; } return at; }");
  };
  EXPECT_EQ(withTypes("float", "float").size(), 5u);
  EXPECT_EQ(withTypes("double", "float").size(), 5u);
  EXPECT_EQ(withTypes("long", "int").size(), 5u);
  EXPECT_EQ(withTypes("int", "unsigned char").size(), 5u);
  for (const auto &[kept, compared] : {std::pair("float", "double"),
                                       {"int", "long"},
                                       {"unsigned", "int"},
                                       {"int", "double"},
                                       {"double", "int"}})
    EXPECT_EQ(withTypes(kept, compared), Bodies()) << kept << " " << compared;
}

TEST(ExtractPlaces, need_a_number_that_no_place_has) {
  const auto last = [](const std::string &head) {
    return bodiesOf("long f(long n, double m, long at, const double *a) { for (" + head +
                    ") if (a[i] >= m) { m = a[i]; at = i; } return at; }");
  };
  EXPECT_EQ(last("long i = 0; i < n; i++").size(), 4u);
  EXPECT_EQ(last("int i = n; i < 9; i++").size(), 4u);
  EXPECT_EQ(last("long i = n; i < 9; i++"), Bodies());
  EXPECT_EQ(last("long i = n; i >= 0; i--"), Bodies());
}

} // namespace
