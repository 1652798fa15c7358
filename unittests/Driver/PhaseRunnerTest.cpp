//===- PhaseRunnerTest.cpp - Phases within limits -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/PhaseRunner.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

namespace gputile::driver {
namespace {

class PhaseRunnerTest : public testing::Test {
protected:
  PhaseRunnerTest() {
    Result.isl = std::make_unique<IslContext>();
    Options.maxSeconds = 0.4;
    Options.maxOperations = 0;
  }

  static void spend(double seconds) {
    for (const double end = threadSeconds() + seconds; threadSeconds() < end;)
      ;
  }

  /// What a refusal says of a phase that has not ended when its time has.
  static std::string timeOfEndlessPhase(PhaseRunner &run) {
    try {
      run(Phase::Schedule, []() -> bool {
        spend(0.3);
        throw std::runtime_error("stopped");
      });
    } catch (const Refused &refused) {
      EXPECT_EQ(refused.refusal.id, DiagId::QuotaExceeded);
      return refused.refusal.args.at(1);
    }
    return "none";
  }

  RegionResult Result;
  DriverOptions Options;
};

TEST_F(PhaseRunnerTest, a_phase_that_takes_too_long_names_what_a_phase_may_take) {
  PhaseRunner run(Result, Options);
  EXPECT_EQ(timeOfEndlessPhase(run), "0.1 s of processor time");
}

TEST_F(PhaseRunnerTest, a_phase_that_others_leave_less_names_the_time_of_all) {
  PhaseRunner run(Result, Options);
  for (int phase = 0; phase < 5; ++phase)
    run(Phase::Dependences, [] {
      spend(0.07);
      return true;
    });
  const std::string time = timeOfEndlessPhase(run);
  EXPECT_EQ(time.substr(time.find(' ')), " s of processor time in all") << time;
  EXPECT_GT(std::atof(time.c_str()), 0.6) << time;
}

} // namespace
} // namespace gputile::driver
