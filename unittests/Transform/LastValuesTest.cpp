//===- LastValuesTest.cpp - Tests of temporaries read after a region ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/Transform/LastValues.h"
#include "gputile/Transform/Privatize.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

class LastValuesTest : public ::testing::Test {
protected:
  IslContext Ctx;

  /// for i: if (condition) { t = a[i]; b[i] = t; }
  Scop temporary(const std::string &condition, AccessKind kind = AccessKind::MustWrite) {
    const std::string where = " : 0 <= i < n" + condition + " }";
    TestScop scop(Ctx, "[n]");
    scop.array("a", 1).array("b", 1).array("t", 0);
    scop.statement("{ S0[i]" + where, "{ S0[i] -> [i, 0] }").read("{ S0[i] -> a[i] }");
    if (kind == AccessKind::MustWrite)
      scop.write("{ S0[i] -> t[] }");
    else
      scop.mayWrite("{ S0[i] -> t[] }");
    return scop.statement("{ S1[i]" + where, "{ S1[i] -> [i, 1] }")
        .read("{ S1[i] -> t[] }")
        .write("{ S1[i] -> b[i] }")
        .build();
  }

  isl::set set(const std::string &text) const { return isl::set(Ctx.get(), text); }

  static std::string outcome(const Scop &original, const Scop &changed) {
    const auto failure = verifyPropagatedCopies(original, changed);
    return failure ? failure->what : "proved";
  }

  LastValues expectChanged(const Scop &scop) const {
    auto changed = withLastValues(scop);
    EXPECT_TRUE(changed.has_value());
    if (!changed)
      return {scop, {}};
    EXPECT_EQ(checkScop(changed->scop), "");
    EXPECT_EQ(outcome(scop, changed->scop), "proved");
    return std::move(*changed);
  }
};

TEST_F(LastValuesTest, the_last_iteration_stores_the_value) {
  const LastValues changed = expectChanged(temporary(""));
  EXPECT_EQ(changed.variables, std::vector<std::string>{"t"});
  ASSERT_EQ(changed.scop.statements.size(), 3u);
  EXPECT_TRUE(changed.scop.statements[2].domain.is_equal(
      set("[n] -> { S2[i] : i = n - 1 and n >= 1 }")));
  const Scop expanded = privatize(changed.scop);
  EXPECT_EQ(expanded.arrays.back().rank, 1u);
  EXPECT_EQ(expanded.arrays[arrayIndex(expanded, "t")].rank, 0u);
}

TEST_F(LastValuesTest, the_last_iteration_that_computes_it_may_be_an_earlier_one) {
  const LastValues changed = expectChanged(temporary(" and i mod 4 = 1 and i <= 20"));
  EXPECT_TRUE(changed.scop.statements[2].domain.is_equal(
      set("[n] -> { S2[i] : i mod 4 = 1 and 0 <= i < n and i <= 20 and (i + 4 >= n or i > 16) }")));
}

TEST_F(LastValuesTest, of_two_loops_the_last_one_that_runs_stores) {
  const Scop scop = TestScop(Ctx, "[n, m]")
                        .array("b", 1)
                        .array("t", 0)
                        .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                        .write("{ S0[i] -> t[] }")
                        .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [0, i, 1] }")
                        .read("{ S1[i] -> t[] }")
                        .write("{ S1[i] -> b[i] }")
                        .statement("{ S2[i] : 0 <= i < m }", "{ S2[i] -> [1, i, 0] }")
                        .write("{ S2[i] -> t[] }")
                        .build();
  const LastValues changed = expectChanged(scop);
  ASSERT_EQ(changed.scop.statements.size(), 5u);
  EXPECT_TRUE(changed.scop.statements[3].domain.is_equal(
      set("[n, m] -> { S3[i] : i = n - 1 and n >= 1 and m <= 0 }")));
  EXPECT_TRUE(changed.scop.statements[4].domain.is_equal(
      set("[n, m] -> { S4[i] : i = m - 1 and m >= 1 }")));
}

TEST_F(LastValuesTest, each_element_of_an_array_has_its_own_last_value) {
  const Scop scop = TestScop(Ctx, "[n]")
                        .array("b", 2)
                        .array("t", 1)
                        .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < 8 and j <= i }",
                                   "{ S0[i, j] -> [i, 0, j] }")
                        .write("{ S0[i, j] -> t[j] }")
                        .statement("{ S1[i, j] : 0 <= i < n and 0 <= j < 8 and j <= i }",
                                   "{ S1[i, j] -> [i, 1, j] }")
                        .read("{ S1[i, j] -> t[j] }")
                        .write("{ S1[i, j] -> b[i, j] }")
                        .build();
  const LastValues changed = expectChanged(scop);
  EXPECT_TRUE(changed.scop.statements[2].domain.is_equal(
      set("[n] -> { S2[i, j] : i = n - 1 and 0 <= j < 8 and j <= i }")));
}

TEST_F(LastValuesTest, what_would_not_gain_or_is_not_certain_stays) {
  EXPECT_FALSE(withLastValues(temporary("", AccessKind::MayWrite))) << "data decides";
  Scop dead = temporary("");
  dead.arrays[2].deadAfter = true;
  EXPECT_FALSE(withLastValues(dead)) << "nothing reads it";
  const Scop carried = TestScop(Ctx, "[n]")
                           .array("b", 1)
                           .array("t", 0)
                           .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                           .read("{ S0[i] -> t[] }")
                           .write("{ S0[i] -> b[i] }")
                           .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
                           .write("{ S1[i] -> t[] }")
                           .build();
  EXPECT_FALSE(withLastValues(carried)) << "iterations hand it on";
}

TEST_F(LastValuesTest, wrong_last_values_are_refused) {
  const Scop scop = temporary("");
  const Scop good = expectChanged(scop).scop;
  const auto withDomain = [&](const std::string &domain) {
    Scop bad = good;
    Statement &store = bad.statements[2];
    store.domain = set(domain);
    store.schedule = store.schedule.intersect_domain(store.domain);
    for (unsigned r = 0; r < 2; ++r)
      store.references[r].index = store.accesses[r].relation =
          isl::map(Ctx.get(), std::string("[n] -> { S2[i] -> ") + (r == 0 ? "t" : bad.arrays.back().name) + "[] }")
              .intersect_domain(store.domain);
    if (!store.domain.is_empty())
      store.schedule = isl::map(Ctx.get(), "[n] -> { S2[i] -> [i, 0, 1] }").intersect_domain(store.domain);
    return bad;
  };
  EXPECT_EQ(outcome(scop, withDomain("[n] -> { S2[i] : i = n - 1 and n >= 1 }")), "proved");
  EXPECT_NE(outcome(scop, withDomain("[n] -> { S2[i] : i = n - 2 and n >= 2 }")), "proved");
  EXPECT_NE(outcome(scop, withDomain("[n] -> { S2[i] : i = 0 and n >= 1 }")), "proved");
  EXPECT_NE(outcome(scop, withDomain("[n] -> { S2[i] : i = n - 1 and n >= 2 }")), "proved");
  Scop early = good;
  early.statements[2].schedule =
      isl::map(Ctx.get(), "[n] -> { S2[i] -> [i, -1, 1] }").intersect_domain(early.statements[2].domain);
  EXPECT_NE(outcome(scop, early), "proved");
  Scop none = good;
  none.statements.pop_back();
  EXPECT_NE(outcome(scop, none), "proved");
}

} // namespace
