//===- CallCostsTest.cpp - What calls of a region cost ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/CallCosts.h"

#include "TestScop.h"

#include <gtest/gtest.h>

namespace gputile {
namespace {

using test::TestScop;

class CallCosts : public testing::Test {
protected:
  IslContext Context;
  DeviceProfile Device;

  /// Of one statement with so many references, and \p text between them.
  Scop program(const std::string &text, unsigned references = 2) {
    TestScop scop(Context, "[n]");
    scop.array("A", 1).statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }");
    scop.write("{ S0[i] -> A[i] }").body("$0" + text);
    for (unsigned r = 1; r < references; ++r)
      scop.read("{ S0[i] -> A[i] }");
    return scop.build();
  }
  std::optional<StatementCost> costOf(const std::string &text, unsigned references = 2) {
    const auto costs = callCosts(program(text, references), Device);
    return costs ? std::optional(costs->statements.at(0)) : std::nullopt;
  }
};

TEST_F(CallCosts, references_cost_on_host_and_device) {
  const StatementCost two = *costOf(" = ", 2), six = *costOf(" = ", 6);
  EXPECT_DOUBLE_EQ(six.hostNanoseconds, 3 * two.hostNanoseconds);
  EXPECT_DOUBLE_EQ(six.instructions - two.instructions, 24);
}

TEST_F(CallCosts, arithmetic_and_its_helpers_are_part_of_references) {
  const StatementCost plain = *costOf(" = ");
  for (const char *text : {" = gpt_mul(2.0e3f, ", " = fabs(", " = (double)(int)(x) + 0x1fu * ",
                           " if (x < 1.0) ", " = whiles + dot;"})
    EXPECT_DOUBLE_EQ(costOf(text)->hostNanoseconds, plain.hostNanoseconds) << text;
}

TEST_F(CallCosts, divisions_and_functions_cost_more) {
  const StatementCost plain = *costOf(" = ");
  const double division = costOf(" = 1.0 / ")->hostNanoseconds - plain.hostNanoseconds;
  EXPECT_GT(division, plain.hostNanoseconds);
  for (const char *text : {" = gpt_div_odd(x, 5.0)", " = i % 3", " = sqrt(x)"})
    EXPECT_DOUBLE_EQ(costOf(text)->hostNanoseconds - plain.hostNanoseconds, division) << text;
  const double function = costOf(" = exp (x)")->hostNanoseconds - plain.hostNanoseconds;
  EXPECT_GT(function, division);
  EXPECT_DOUBLE_EQ(costOf(" = sin(pow(x, 2.0))")->hostNanoseconds - plain.hostNanoseconds,
                   2 * function);
}

TEST_F(CallCosts, loops_in_statements_are_not_counted) {
  for (const char *text : {"{ for (int k = 0; ", "{ while (x) ", "{ do { x += 1; } while (x < 5);"})
    EXPECT_FALSE(costOf(text)) << text;
}

TEST_F(CallCosts, functions_of_the_program_are_not_counted) {
  Scop scop = program(" = f(x);");
  ASSERT_TRUE(callCosts(scop, Device));
  scop.deviceDeclarations = "static __device__ double f(double x) { for (;;) ; }";
  EXPECT_FALSE(callCosts(scop, Device));
}

TEST_F(CallCosts, users_decide_by_scheme_and_by_condition) {
  Scop scop = program(" = x;");
  scop.clauses.tile = {{32}, Origin::Clause}; // Says nothing of that.
  EXPECT_TRUE(callCosts(scop, Device));
  scop.clauses.scheme = {Scheme::Parallel, Origin::Option};
  EXPECT_FALSE(callCosts(scop, Device));
  scop.clauses.scheme = {};
  scop.clauses.ifCondition = "n > 5";
  EXPECT_FALSE(callCosts(scop, Device));
}

TEST_F(CallCosts, rates_are_the_devices) {
  Device.limits.multiprocessors = 7;
  Device.costs.launchMicroseconds = 11;
  const RegionCosts costs = *callCosts(program(" = x;"), Device);
  EXPECT_EQ(costs.multiprocessors, 7);
  EXPECT_EQ(costs.launchMicroseconds, 11);
  EXPECT_EQ(costs.laneInstructionsPerNanosecond, Device.costs.laneInstructionsPerNanosecond);
}

} // namespace
} // namespace gputile
