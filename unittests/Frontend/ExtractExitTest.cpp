//===- ExtractExitTest.cpp - Iterators after the region --------------------===//
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

TEST(ExtractExit, gives_the_value_after_one_loop) {
  Extraction e("extern double A[]; int f(int n) { int i; for (i = 3; i < n; i += 2) A[i] = 0;"
               " return i; }");
  EXPECT_TRUE(e.exitIs(0, "i", "[n] -> { [3] : n <= 3; [(n + (n + 1) mod 2)] : n > 3 }"))
      << e.scop().exitValues.at(0).value;
}

TEST(ExtractExit, is_omitted_when_nothing_reads_it) {
  Extraction e("extern double A[]; void f(int n) { int i; for (i = 0; i < n; i++) A[i] = 0; }");
  EXPECT_TRUE(e.scop().exitValues.empty());
}

TEST(ExtractExit, of_an_inner_loop_is_left_alone_when_the_outer_runs_zero_times) {
  Extraction e("extern double A[]; int f(int n) { int i, j = 7; for (i = 0; i < n; i++)"
               " for (j = i; j < 2 * i; j++) A[j] = 0; return i + j; }");
  EXPECT_TRUE(e.exitIs(0, "i", "[n] -> { [0] : n <= 0; [n] : n > 0 }"));
  EXPECT_TRUE(e.exitIs(1, "j", "[n] -> { [(2n - 2)] : n > 0 }"))
      << e.scop().exitValues.at(1).value;
}

TEST(ExtractExit, is_the_last_loops_in_execution_order) {
  Extraction e("extern double A[]; int f(int n, int m) { int i; for (int t = n; t > 0; t--) {"
               " for (i = 0; i < 5; i++) A[i] = 0;"
               " if (t > m) for (i = t; i >= 0; i--) A[i] = 1; } return i; }");
  EXPECT_TRUE(e.exitIs(0, "i",
                       "[n, m] -> { [5] : n > 0 and m >= 1; [-1] : n > 0 and m < 1 }"))
      << e.scop().exitValues.at(0).value;
}

TEST(ExtractExit, is_omitted_when_it_is_overwritten_first) {
  Extraction e("extern double A[]; void f(int n) { int i; for (i = 0; i < n; i++) A[i] = 0;"
               " for (i = 0; i < n; i++) A[i] += i; }");
  EXPECT_TRUE(e.scop().exitValues.empty());
}

} // namespace
