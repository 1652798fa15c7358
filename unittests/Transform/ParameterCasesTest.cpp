//===- ParameterCasesTest.cpp - Parameters that tell cases apart ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/Transform/ParameterCases.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// for i < n: if (\p condition) A[i] = 1, with a parameter f.
Scop program(IslContext &ctx, const std::string &condition) {
  return TestScop(ctx, "[n, f]")
      .array("A", 1)
      .statement("{ S0[i] : 0 <= i < n and (" + condition + ") }", "{ S0[i] -> [i] }")
      .write("{ S0[i] -> A[i] }")
      .build();
}

/// The second parameter of \p scop with its cases, "name = expression".
std::string parameterOf(const Scop &scop) {
  const Scop changed = withParameterCases(scop);
  EXPECT_EQ(checkScop(changed), "");
  EXPECT_TRUE(mayHaveParameterCases(scop) || changed.parameters[1].name == scop.parameters[1].name);
  return changed.parameters[1].name + " = " + changed.parameters[1].callExpr;
}

TEST(ParameterCases, number_the_cases_of_a_flag) {
  IslContext ctx;
  const Scop scop = withParameterCases(program(ctx, "f < 0 or f > 0"));
  EXPECT_EQ(checkScop(scop), "");
  EXPECT_FALSE(mayHaveParameterCases(scop));
  EXPECT_EQ(scop.parameters[0].name, "n");
  EXPECT_EQ(scop.parameters[1].name, "f_is_0");
  EXPECT_EQ(scop.parameters[1].callExpr, "(f) == 0");
  EXPECT_EQ(scop.parameters[1].type, "int");
  const isl::set domain(ctx.get(), "[n, f_is_0] -> { S0[i] : 0 <= i < n and f_is_0 = 0 }");
  EXPECT_TRUE(scop.statements[0].domain.is_equal(domain));
  EXPECT_EQ(isl_set_n_basic_set(scop.statements[0].domain.get()), 1);
  EXPECT_TRUE(scop.context.is_subset(isl::set(ctx.get(), "[f_is_0] -> { : 0 <= f_is_0 <= 1 }")));
}

TEST(ParameterCases, number_what_is_alike_once) {
  IslContext ctx;
  EXPECT_EQ(parameterOf(program(ctx, "f = -2 or f = 3")),
            "f_case0 = (f) <= -3 ? 0 : (f) <= -2 ? 1 : (f) <= 2 ? 0 : (f) <= 3 ? 1 : 0");
  EXPECT_EQ(parameterOf(program(ctx, "(f = 1 and i > 3) or (f = 2 and i > 4)")),
            "f_case0 = (f) <= 0 ? 0 : (f) <= 1 ? 1 : (f) <= 2 ? 2 : 0");
  EXPECT_EQ(parameterOf(program(ctx, "f <= -3 or f >= -1")), "f_is_minus_2 = (f) == -2");
}

TEST(ParameterCases, leave_convex_conditions) {
  IslContext ctx;
  EXPECT_EQ(parameterOf(program(ctx, "f > 3")), "f = f");
  EXPECT_FALSE(mayHaveParameterCases(program(ctx, "f > 3")));
  Scop scop = program(ctx, "f < 0 or f > 0");
  scop.context = scop.context.intersect(isl::set(ctx.get(), "[f] -> { : f >= 0 }"));
  EXPECT_EQ(parameterOf(scop), "f = f");
}

TEST(ParameterCases, are_about_constants) {
  IslContext ctx;
  EXPECT_EQ(parameterOf(program(ctx, "f < n or f > n")), "f = f");
  EXPECT_EQ(parameterOf(program(ctx, "i < f and f != 7")), "f = f");
  EXPECT_EQ(parameterOf(program(ctx, "f mod 3 = 1 and f != 7")), "f = f");
  EXPECT_EQ(parameterOf(program(ctx, "f != 7 and exists (e : i < 5e + 2f and 7e < i + n)")),
            "f = f");
  // What e is, isl does not know.
  EXPECT_EQ(parameterOf(program(ctx, "f != 7 and exists (e : i < 5e and 7e < i + n)")), "f = f");
}

TEST(ParameterCases, are_found_beside_divisions) {
  IslContext ctx;
  EXPECT_EQ(parameterOf(program(ctx, "f != 7 and i mod 3 = 1")), "f_is_7 = (f) == 7");
}

TEST(ParameterCases, leave_values_that_texts_have) {
  IslContext ctx;
  Scop scop = program(ctx, "f < 0 or f > 0");
  scop.statements[0].body.push_back(BodyPiece::makeParameter(1, "int"));
  EXPECT_EQ(parameterOf(scop), "f = f");
}

TEST(ParameterCases, leave_parameters_of_guards) {
  IslContext ctx;
  Scop scop = program(ctx, "i > 3");
  scop.guard = scop.guard.intersect(isl::set(ctx.get(), "[f] -> { : f = 1 }"));
  EXPECT_EQ(parameterOf(scop), "f = f");
  scop = program(ctx, "f != 1");
  scop.guard = scop.guard.intersect(isl::set(ctx.get(), "[f, n] -> { : f = 1 or n < 9 }"));
  EXPECT_EQ(parameterOf(scop), "f_is_1 = (f) == 1");
}

TEST(ParameterCases, have_new_names) {
  IslContext ctx;
  Scop scop = program(ctx, "f < 0 or f > 0");
  scop.arrays[0].name = "f_is_0";
  EXPECT_EQ(withParameterCases(scop).parameters[1].name, "f_is_0_0");
}

} // namespace
