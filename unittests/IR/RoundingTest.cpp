//===- RoundingTest.cpp - Results that may be rounded differently ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/IR/Rounding.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// The loosely rounded arrays of \p scop, in their order.
std::string loose(Scop scop) {
  markLooseRounding(scop);
  std::string names;
  for (const Array &array : scop.arrays)
    if (array.looselyRounded)
      names += array.name + " ";
  return names;
}

/// y[i] = x[i]; s += y[i], in one statement, with the update made by \p op in \p order;
/// z[i] = s; c = z[0] < 1; w = c; u = x[0].
Scop sums(IslContext &ctx, UpdateOperator op, UpdateOrder order) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("x", 1)
                  .array("y", 1)
                  .array("s", 0)
                  .array("z", 1)
                  .array("c", 0, "int")
                  .array("w", 0, "float")
                  .array("u", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
                  .update("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> x[i] }")
                  .write("{ S0[i] -> y[i] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }")
                  .read("{ S1[i] -> s[] }")
                  .write("{ S1[i] -> z[i] }")
                  .statement("{ S2[] }", "{ S2[] -> [2, 0] }")
                  .read("{ S2[] -> z[0] }")
                  .write("{ S2[] -> c[] }")
                  .statement("{ S3[] }", "{ S3[] -> [3, 0] }")
                  .read("{ S3[] -> c[] }")
                  .write("{ S3[] -> w[] }")
                  .statement("{ S4[] }", "{ S4[] -> [4, 0] }")
                  .read("{ S4[] -> x[0] }")
                  .write("{ S4[] -> u[] }")
                  .build();
  Update update{op, 0, 0, 0, {}, "double"};
  update.order = order;
  scop.statements[0].updates.push_back(update);
  return scop;
}

TEST(Rounding, is_loose_for_sums_and_what_is_computed_from_them) {
  IslContext ctx;
  EXPECT_EQ(loose(sums(ctx, UpdateOperator::Add, UpdateOrder::Reassociable)), "s z w ");
  EXPECT_EQ(loose(sums(ctx, UpdateOperator::Subtract, UpdateOrder::Reassociable)), "s z w ");
  EXPECT_EQ(loose(sums(ctx, UpdateOperator::Multiply, UpdateOrder::Reassociable)), "s z w ");
}

TEST(Rounding, is_exact_where_no_clause_speaks) {
  IslContext ctx;
  EXPECT_EQ(loose(sums(ctx, UpdateOperator::Add, UpdateOrder::Fixed)), "");
  EXPECT_EQ(loose(sums(ctx, UpdateOperator::Add, UpdateOrder::Any)), "");
  EXPECT_EQ(loose(sums(ctx, UpdateOperator::TakeLess, UpdateOrder::Reassociable)), "");
}

TEST(Rounding, is_loose_for_all_that_is_written_with_clause_fp) {
  IslContext ctx;
  Scop scop = sums(ctx, UpdateOperator::Add, UpdateOrder::Fixed);
  scop.clauses.fp.value = FpMode::Contract;
  EXPECT_EQ(loose(scop), "y s z w u ");
}

} // namespace
