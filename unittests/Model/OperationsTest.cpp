//===- OperationsTest.cpp - What statements compute --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Operations.h"

#include "TestScop.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

using test::TestScop;

class Operations : public testing::Test {
protected:
  IslContext Context;

  OperationCounts of(const std::string &body) {
    TestScop scop(Context, "[n]");
    scop.array("A", 1).statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }");
    scop.write("{ S0[i] -> A[i] }").body(body);
    scop.read("{ S0[i] -> A[i - 1] }").read("{ S0[i] -> A[i + 1] }");
    return operationsOf(scop.build().statements.at(0));
  }
};

TEST_F(Operations, signs_between_references_are_operations) {
  EXPECT_EQ(of("$0 = $1 + $2;").plain, 1u);
  EXPECT_EQ(of("$0 = 0.5f * $1 - 1.5f * $2 + $0;").plain, 4u);
  EXPECT_EQ(of("$0 += $1 > $2 ? $1 : $2;").plain, 3u);
  EXPECT_EQ(of("$0 = $1 && $2 || (int)$1 & 3;").plain, 3u);
}

TEST_F(Operations, multiplications_that_are_not_fused_are_operations) {
  EXPECT_EQ(of("$0 = gpt_mul(0.5f, $1) + gpt_mul($2, $2);").plain, 3u);
}

TEST_F(Operations, numbers_have_none) {
  EXPECT_EQ(of("$0 = $1 + 1e-5 + 2.E+3f + 0x1.8p-3 + 0x1e-$2;").plain, 5u);
}

TEST_F(Operations, divisions_and_functions_are_counted_apart) {
  const OperationCounts counts =
      of("$0 = gpt_div_odd($1 + $2, 5.0f) / sqrtf($1) + fmaxf($2, exp($1)) + fabs($2);");
  EXPECT_EQ(counts.plain, 4u);
  EXPECT_EQ(counts.constant, 1u);
  EXPECT_EQ(counts.slow, 2u);
  EXPECT_EQ(counts.functions, 1u);
  EXPECT_TRUE(counts.isCounted);
  EXPECT_DOUBLE_EQ(counts.instructions(), 4 + 4 + 2 * 15 + 40);
}

TEST_F(Operations, loops_are_not_counted) {
  EXPECT_FALSE(of("{ for (int k = 0; k < 3; k++) $0 += $1 * $2; }").isCounted);
}

} // namespace
} // namespace gputile
