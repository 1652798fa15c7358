//===- PhaseRunner.h - One phase at a time, within limits -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PHASERUNNER_H
#define GPUTILE_LIB_DRIVER_PHASERUNNER_H

#include "Driver/PhaseText.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/Driver/Pipeline.h"
#include "gputile/Support/TimeLimit.h"
#include "gputile/Verifier/Verifier.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace gputile::driver {

/// Carries a refusal out of a phase.
struct Refused {
  Refusal refusal;
};

/// The value, or the end of the phase.
template <typename T> T need(Result<T> result) {
  if (!result)
    throw Refused{result.refusal()};
  return std::move(*result);
}

/// The proof, or the end of the phase.
inline Proved need(const std::optional<VerificationFailure> &failure) {
  if (failure)
    throw Refused{{DiagId::VerificationFailed, {}, {failure->what}, {}, {}}};
  return {};
}

/// A part of what is allowed, for phases that have an alternative.
struct Share {
  double operations;
  double seconds; ///< Of the proof and what follows.
  double left = 1; ///< Of the region's seconds that are not used up.
  double together = 1; ///< The same for all of these phases together.
};
constexpr Share Whole{1, 1}, Optional{0.1, 0.5};

/// Runs one phase at a time: within limits, timed, printed; remembers which one
/// it is, for messages. A phase that exceeds its limits ends in Refused.
class PhaseRunner {
public:
  PhaseRunner(RegionResult &result, const DriverOptions &options)
      : Result(result), Options(options) {}

  template <typename F> auto operator()(Phase phase, F &&work) {
    Current = phase;
    if (Options.failIn == phase)
      fail();
    const auto start = std::chrono::steady_clock::now();
    auto value = withinLimits(work);
    reportTime(std::chrono::steady_clock::now() - start);
    if constexpr (!std::is_same_v<decltype(value), bool>) // An answer is no representation.
      if (Options.printAfter.count(phase))
        llvm::errs() << title() << printText(value) << '\n';
    return value;
  }

  /// For all forms of the region's program, in Phase::Dependences.
  DependenceAnalysis &dependences() { return Dependences; }

  Phase current() const { return Current; }
  /// Whether something else is tried where a phase gives up now.
  bool hasAlternative() const { return Part.operations < 1; }
  const DriverOptions &options() const { return Options; }
  /// That the region's plan is made for.
  const DeviceProfile &device() const { return Result.device; }

  /// Phases may use no more than \p share of what they may use now, while the result lives.
  [[nodiscard]] auto within(Share share) {
    const Share before = Part;
    const double until = Until;
    Part = {before.operations * share.operations, before.seconds * share.seconds,
            before.left * share.left};
    Until = std::min(until, threadSeconds() + secondsLeft() * share.together);
    return llvm::make_scope_exit([this, before, until] {
      Part = before;
      Until = until;
    });
  }

private:
  template <typename F> auto withinLimits(F &&work) {
    const double seconds = secondsAllowed();
    TimeLimit limit(Result.isl->get(), seconds);
    IslQuota quota(Result.isl->get(), operationsAllowed());
    try {
      auto value = work();
      noteTime(limit);
      return value;
    } catch (const isl::exception_quota &) {
      throw tooManyOperations();
    } catch (const std::exception &) {
      // C functions that were stopped return null, which has other exceptions.
      noteTime(limit);
      if (limit.passed())
        throw tooSlow(seconds);
      if (quotaWasExceeded(Result.isl->get()))
        throw tooManyOperations();
      throw;
    }
  }

  /// A phase may go on without what it had no time for.
  void noteTime(const TimeLimit &limit) { Result.timeRanOut |= limit.passed(); }
  unsigned long operationsAllowed() const;
  double secondsAllowed() const;
  /// Of the current phase alone, were there no others.
  double secondsOfPhase() const;
  double secondsSpent() const { return threadSeconds() - Started; }
  double secondsLeft() const { return Options.maxSeconds - secondsSpent(); }
  Refused tooManyOperations() const;
  Refused tooSlow(double seconds) const;
  Refused tooExpensive(const std::string &amount, const std::string &option) const;
  /// What --fail-in asks for: the paths that only a mistake of gputile reaches.
  [[noreturn]] void fail() const;
  std::string title() const;
  void reportTime(std::chrono::duration<double> time) const;

  RegionResult &Result;
  const DriverOptions &Options;
  const double Started = threadSeconds();
  Share Part = Whole;
  double Until = std::numeric_limits<double>::infinity(); ///< Of the thread's seconds.
  DependenceAnalysis Dependences;
  Phase Current = Phase::Extract;
};

} // namespace gputile::driver

#endif
