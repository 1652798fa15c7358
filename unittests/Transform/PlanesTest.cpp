//===- PlanesTest.cpp - Planes of arrays as arrays ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which arrays are taken apart, that this is proved to change nothing, and that no mistake in it
/// is.
///
//===----------------------------------------------------------------------===//

#include "gputile/Transform/Planes.h"
#include "TestScop.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

#include <functional>

using namespace gputile;
using namespace gputile::test;

namespace {

class PlanesTest : public ::testing::Test {
protected:
  IslContext Ctx;

  /// for first <= t < T: A[to][i] = f(A[from][i - 1], A[from][i + 1], B[i])
  Scop jacobi(const std::string &to = "(t + 1) mod 2", const std::string &from = "t mod 2",
              const std::string &first = "0") {
    return TestScop(Ctx, "[T, n]")
        .array("A", 2)
        .array("B", 1)
        .statement("{ S0[t, i] : " + first + " <= t < T and 1 <= i < n - 1 }",
                   "{ S0[t, i] -> [0, t, 0, i, 0] }")
        .write("{ S0[t, i] -> A[" + to + ", i] }")
        .read("{ S0[t, i] -> A[" + from + ", i - 1] }")
        .read("{ S0[t, i] -> A[" + from + ", i + 1] }")
        .read("{ S0[t, i] -> B[i] }")
        .build();
  }

  static std::string outcome(const Scop &original, const PlanesApart &apart) {
    const auto failure = verifyPlanes(original, apart.scop, apart.change);
    return failure ? failure->what : "proved";
  }

  static std::optional<PlanesApart> apartOf(const Scop &scop) {
    auto apart = takePlanesApart(scop);
    if (apart) {
      EXPECT_EQ(checkScop(apart->scop), "");
      EXPECT_EQ(outcome(scop, *apart), "proved");
    }
    return apart;
  }

  isl::map map(const std::string &text) const { return isl::map(Ctx.get(), "[T, n] -> " + text); }
};

TEST_F(PlanesTest, two_planes_that_take_turns_are_two_arrays) {
  const auto apart = apartOf(jacobi());
  ASSERT_TRUE(apart.has_value());
  EXPECT_EQ(apart->change.period, 2);
  const std::vector<Array> &arrays = apart->scop.arrays;
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays[0].name, "A_0");
  EXPECT_EQ(arrays[2].name, "A_1");
  EXPECT_EQ(arrays[2].sourceName, "A[1]");
  EXPECT_EQ(arrays[2].baseExpr, "(A + 1 * (stride_A_0))");
  EXPECT_EQ(arrays[2].rank, 1u);
  EXPECT_EQ(arrays[2].storage, ArrayStorage::Pointer);
  ASSERT_EQ(apart->scop.statements.size(), 2u);
  const Statement &even = apart->scop.statements[0], &odd = apart->scop.statements[1];
  EXPECT_TRUE(even.domain.is_equal(
      isl::set(Ctx.get(), "[T, n] -> { S0[u, i] : 0 <= 2u < T and 1 <= i < n - 1 }")));
  EXPECT_TRUE(odd.domain.is_equal(
      isl::set(Ctx.get(), "[T, n] -> { S1[u, i] : 0 <= u and 2u + 1 < T and 1 <= i < n - 1 }")));
  EXPECT_TRUE(odd.schedule.is_equal(
      map("{ S1[u, i] -> [0, u, 1, 0, i, 0] }").intersect_domain(odd.domain)));
  EXPECT_TRUE(even.accesses[0].relation.is_equal(
      map("{ S0[u, i] -> A_1[i] }").intersect_domain(even.domain)));
  EXPECT_TRUE(odd.accesses[1].relation.is_equal(
      map("{ S1[u, i] -> A_1[i - 1] }").intersect_domain(odd.domain)));
  EXPECT_TRUE(
      odd.accesses[3].relation.is_equal(map("{ S1[u, i] -> B[i] }").intersect_domain(odd.domain)));
  ASSERT_TRUE(odd.iteratorValues.has_value());
  EXPECT_TRUE(odd.iteratorValues->as_map().is_equal(
      map("{ S1[u, i] -> [2u + 1, i] }").intersect_domain(odd.domain)));
}

TEST_F(PlanesTest, any_loop_and_number_of_planes_up_to_four) {
  EXPECT_TRUE(apartOf(jacobi("(t + 1) mod 2", "t mod 2", "1")));
  EXPECT_TRUE(apartOf(jacobi("t mod 2", "(t + 1) mod 2", "-3")));
  EXPECT_TRUE(apartOf(jacobi("1 - t mod 2", "t mod 2")));
  EXPECT_EQ(apartOf(jacobi("(t + 1) mod 3", "t mod 3"))->change.period, 3);
  EXPECT_EQ(apartOf(jacobi("(t + 1) mod 4", "t mod 4"))->change.period, 4);
  EXPECT_FALSE(apartOf(jacobi("(t + 1) mod 5", "t mod 5")));
}

TEST_F(PlanesTest, planes_that_all_iterations_have_are_arrays_without_phases) {
  const auto apart = apartOf(jacobi("1", "0"));
  ASSERT_TRUE(apart.has_value());
  EXPECT_EQ(apart->change.period, 1);
  EXPECT_EQ(apart->scop.statements.size(), 1u);
  EXPECT_EQ(apart->scop.arrays.size(), 3u);
}

TEST_F(PlanesTest, planes_of_device_memory_lie_there_too) {
  Scop scop = jacobi();
  scop.arrays[0].inDeviceMemory = true;
  auto apart = apartOf(scop);
  ASSERT_TRUE(apart.has_value());
  std::vector<Array> &arrays = apart->scop.arrays;
  EXPECT_TRUE(arrays[0].inDeviceMemory && arrays[2].inDeviceMemory);
  EXPECT_FALSE(arrays[1].inDeviceMemory);
  for (Array &array : arrays) {
    array.inDeviceMemory = !array.inDeviceMemory;
    EXPECT_NE(outcome(scop, *apart), "proved") << array.name;
    array.inDeviceMemory = !array.inDeviceMemory;
  }
}

TEST_F(PlanesTest, planes_may_be_known_by_what_is_tested) {
  Scop scop = TestScop(Ctx, "[T, n, k]")
                  .array("A", 2)
                  .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n - 1 }",
                             "{ S0[t, i] -> [0, t, 0, i, 0] }")
                  .write("{ S0[t, i] -> A[1 - k, i] }")
                  .read("{ S0[t, i] -> A[k, i - 1] }")
                  .build();
  EXPECT_FALSE(apartOf(scop));
  scop.guard = isl::set(Ctx.get(), "[T, n, k] -> { : k = 0 }");
  const auto apart = apartOf(scop);
  ASSERT_TRUE(apart.has_value());
  EXPECT_EQ(apart->change.arrays[0].plane, 0);
  PlanesApart untested = *apart;
  untested.scop.guard = scop.context;
  EXPECT_NE(outcome(scop, untested), "proved");
  scop.guard = scop.context;
  EXPECT_NE(outcome(scop, untested), "proved");
}

TEST_F(PlanesTest, other_subscripts_stay) {
  EXPECT_FALSE(apartOf(jacobi("t + 1", "t"))); // Each iteration has its own.
  EXPECT_FALSE(apartOf(jacobi("1", "1")));     // The same plane in all iterations.
  EXPECT_FALSE(apartOf(jacobi("(t + 1) mod 2", "(t + i) mod 2")));
}

TEST_F(PlanesTest, what_clause_independent_says_is_said_of_the_parts) {
  Scop scop = jacobi();
  scop.independent.push_back(
      {1, isl::union_map(Ctx.get(), "[T, n] -> { S0[t, i] -> S0[t, j] : i != j }")});
  const auto apart = apartOf(scop);
  ASSERT_TRUE(apart.has_value());
  EXPECT_FALSE(apart->scop.independent[0].apart.is_empty());
}

TEST_F(PlanesTest, mistakes_are_not_proved) {
  const Scop scop = jacobi();
  const PlanesApart right = *takePlanesApart(scop);
  const auto with = [&](const std::function<void(PlanesApart &)> &change) {
    PlanesApart wrong = right;
    change(wrong);
    return outcome(scop, wrong);
  };
  ASSERT_EQ(with([](PlanesApart &) {}), "proved");
  const std::vector<std::function<void(PlanesApart &)>> mistakes = {
      [](PlanesApart &p) { std::swap(p.scop.arrays[0].baseExpr, p.scop.arrays[2].baseExpr); },
      [](PlanesApart &p) { p.scop.arrays[2].storage = ArrayStorage::Object; },
      [](PlanesApart &p) { p.scop.arrays[2].noAlias = true; },
      [](PlanesApart &p) { p.change.arrays[2].plane = 0; },
      [](PlanesApart &p) { std::swap(p.change.statements[0].phase, p.change.statements[1].phase); },
      [](PlanesApart &p) { p.change.statements[1].phase = 0; },
      [](PlanesApart &p) { p.change.statements.pop_back(), p.scop.statements.pop_back(); },
      [](PlanesApart &p) {
        Statement &odd = p.scop.statements[1];
        odd.domain = boundBelow(odd.domain, 0, 1);
      },
      [](PlanesApart &p) {
        Statement &odd = p.scop.statements[1];
        odd.schedule = insertFixed(dropRangeDims(odd.schedule, 2, 1), 2, 0);
      },
      [&](PlanesApart &p) {
        p.scop.statements[1].iteratorValues = p.scop.statements[0].iteratorValues;
      },
      [](PlanesApart &p) { p.scop.statements[1].iteratorValues.reset(); },
      [](PlanesApart &p) { p.scop.statements[1].body.push_back(BodyPiece::makeText(";")); },
      [](PlanesApart &p) {
        Statement &odd = p.scop.statements[1];
        odd.references[1].array = 0;
      },
      [&](PlanesApart &p) {
        Statement &odd = p.scop.statements[1];
        odd.accesses[1].relation = map("{ S1[u, i] -> A_1[i] }").intersect_domain(odd.domain);
      },
      [&](PlanesApart &p) {
        Statement &odd = p.scop.statements[1];
        odd.references[0].index = map("{ S1[u, i] -> A_1[i] }").intersect_domain(odd.domain);
      },
  };
  for (size_t k = 0; k < mistakes.size(); ++k)
    EXPECT_NE(with(mistakes[k]), "proved") << k;
}

} // namespace
