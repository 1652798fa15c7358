//===- ChoiceTest.cpp - Attempts and their order ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Choice.h"

#include <gtest/gtest.h>

namespace gputile {

static bool operator==(const Attempt &a, const Attempt &b) {
  return a.scheme == b.scheme && a.copies == b.copies && a.optional == b.optional;
}

static void PrintTo(const Attempt &attempt, std::ostream *os) {
  *os << schemeName(attempt.scheme) << (attempt.copies ? " with copies" : "")
      << (attempt.optional ? ", optional" : "");
}

namespace {

using Attempts = std::vector<Attempt>;

Attempts attemptsFor(Scheme scheme, FalseDeps falseDeps) {
  Clauses clauses;
  clauses.scheme.value = scheme;
  clauses.falseDeps.value = falseDeps;
  return chooseAttempts(clauses);
}

TEST(Choice, without_clauses_wavefronts_may_take_the_place_of_skewed_launches) {
  EXPECT_EQ(attemptsFor(Scheme::Auto, FalseDeps::Auto),
            (Attempts{{Scheme::Wavefront, true, true},
                      {Scheme::Wavefront, false, true},
                      {Scheme::Parallel, true, true},
                      {Scheme::Parallel, false, false}}));
}

TEST(Choice, a_scheme_that_the_user_asks_for_is_the_only_one) {
  EXPECT_EQ(attemptsFor(Scheme::Split, FalseDeps::Auto),
            (Attempts{{Scheme::Split, false, false}}));
  EXPECT_EQ(attemptsFor(Scheme::Parallel, FalseDeps::Keep),
            (Attempts{{Scheme::Parallel, false, false}}));
}

TEST(Choice, copies_come_unasked_for_wavefronts_and_for_loops_in_parallel) {
  EXPECT_EQ(attemptsFor(Scheme::Parallel, FalseDeps::Auto),
            (Attempts{{Scheme::Parallel, true, true}, {Scheme::Parallel, false, false}}));
  EXPECT_EQ(attemptsFor(Scheme::Wavefront, FalseDeps::Auto),
            (Attempts{{Scheme::Wavefront, true, false}, {Scheme::Wavefront, false, false}}));
  EXPECT_EQ(attemptsFor(Scheme::Wavefront, FalseDeps::Keep),
            (Attempts{{Scheme::Wavefront, false, false}}));
}

TEST(Choice, copies_that_the_user_asks_for_come_first_in_each_scheme) {
  EXPECT_EQ(attemptsFor(Scheme::Auto, FalseDeps::Remove),
            (Attempts{{Scheme::Wavefront, true, true},
                      {Scheme::Wavefront, false, true},
                      {Scheme::Parallel, true, false},
                      {Scheme::Parallel, false, false}}));
  EXPECT_GT(maxCopies(FalseDeps::Remove), maxCopies(FalseDeps::Auto));
}

TEST(Choice, tiles_in_time_pay_in_one_dimension_in_eliminations_and_where_many_bytes_move) {
  const DeviceCosts costs;
  EXPECT_TRUE(timeTilingPays({1, false, 1, 8}, costs));
  EXPECT_TRUE(timeTilingPays({1, true, 1, 12}, costs));  // Forward substitution.
  EXPECT_FALSE(timeTilingPays({2, false, 1, 8}, costs)); // Jacobi in floats.
  EXPECT_FALSE(timeTilingPays({2, false, 1, 16}, costs));
  EXPECT_TRUE(timeTilingPays({2, false, 3, 40}, costs)); // FDTD in floats.
  EXPECT_TRUE(timeTilingPays({2, false, 3, 80}, costs));
  EXPECT_TRUE(timeTilingPays({2, true, 1, 8}, costs)); // Elimination.
  EXPECT_FALSE(timeTilingPays({3, false, 1, 80}, costs));
  EXPECT_FALSE(timeTilingPays({3, true, 1, 80}, costs));
}

TEST(Choice, tiles_in_time_pay_in_two_dimensions_where_memory_is_slow_beside_instructions) {
  const TimeStep jacobi{2, false, 1, 8};
  DeviceCosts costs;
  EXPECT_FALSE(timeTilingPays(jacobi, costs));
  costs.dramGigabytesPerSecond /= 3;
  EXPECT_TRUE(timeTilingPays(jacobi, costs));
  costs.laneInstructionsPerNanosecond /= 3;
  EXPECT_FALSE(timeTilingPays(jacobi, costs));
}

} // namespace
} // namespace gputile
