//===- FalseDepsRunTest.cpp - Programs with copies, executed --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small random programs are run instance by instance, before and after the
/// removal of false dependences: the arrays must be the same in the end, and the
/// verifier must be able to prove it.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "TestScop.h"
#include "Verifier/Program.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Transform/FalseDeps.h"

#include <gtest/gtest.h>

#include <random>

using namespace gputile;
using namespace gputile::test;

namespace {

long pick(std::mt19937 &random, long low, long high) {
  return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
}

/// for t { for i: S0; for i: S1; … }, some loops over i shared, some downwards.
Scop randomProgram(IslContext &ctx, unsigned seed) {
  std::mt19937 random(seed);
  auto text = [](long value) { return std::to_string(value); };
  auto element = [&] {
    std::string array = pick(random, 0, 2) ? "A" : "B";
    return array + "[" + (pick(random, 0, 9) ? "" : "5 - ") + "i + " + text(pick(random, -1, 1)) +
           "]";
  };
  TestScop builder(ctx, "[]");
  builder.array("A", 1).array("B", 1);
  long outer = 0;
  for (long s = 0, n = pick(random, 1, 3); s < n; ++s) {
    outer += pick(random, 0, 1);
    std::string tuple = "{ S" + text(s) + "[t, i]";
    std::string direction = (outer + static_cast<long>(seed)) % 3 ? "i" : "-i";
    builder.statement(tuple + " : " + text(pick(random, 0, 1)) + " <= t < 3 and " +
                          text(pick(random, 0, 2)) + " <= i < " + text(pick(random, 3, 6)) + " }",
                      tuple + " -> [t, " + text(outer) + ", " + direction + ", " + text(s) + "] }");
    for (long reads = pick(random, 1, 3); reads > 0; --reads)
      builder.read(tuple + " -> " + element() + " }");
    if (pick(random, 0, 4))
      builder.write(tuple + " -> " + element() + " }");
    else
      builder.mayWrite(tuple + " -> " + element() + " }");
  }
  return builder.build();
}

TEST(FalseDepsRun, random_programs_leave_the_same_arrays) {
  unsigned changed = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    IslContext ctx;
    Scop before = randomProgram(ctx, seed);
    ASSERT_EQ(checkScop(before), "") << seed;
    std::optional<CopiedScop> copied =
        removeFalseDependences(before, markHindering(before, computeDependences(before)));
    if (!copied)
      continue;
    const Scop *after = &copied->scop;
    ++changed;
    ASSERT_EQ(checkScop(*after), "") << seed;
    auto expected = Interpreter(before).run();
    auto actual = Interpreter(*after).run();
    for (const auto &[place, value] : expected)
      EXPECT_EQ(actual.at(place), value) << "seed " << seed << '\n' << printScop(*after);
    // Copies are unknown before they are written: no element may be taken from there.
    std::optional<VerificationFailure> failure = verifier::checkPrivacy(before, *after);
    EXPECT_FALSE(failure) << "seed " << seed << ": " << failure->what << '\n' << printScop(*after);
  }
  EXPECT_GT(changed, 50u);
}

} // namespace
