//===- PhaseRunner.cpp - One phase at a time, within limits -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/PhaseRunner.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <stdexcept>

namespace gputile::driver {
namespace {

/// Parts of the seconds allowed.
constexpr double EarlySeconds = 0.25, LateSeconds = 0.5;
/// Nothing would mean no limit.
constexpr double LeastSeconds = 0.001;

} // namespace

unsigned long PhaseRunner::operationsAllowed() const {
  const unsigned long most = Options.maxOperations;
  const auto part = static_cast<unsigned long>(static_cast<double>(most) * Part.operations);
  return most != 0 ? std::max(1UL, part) : 0;
}

/// The proof and what follows may take longer than the phases before them, except where there is an
/// alternative: that one would need the time for its own proof.
double PhaseRunner::secondsAllowed() const {
  if (Options.maxSeconds == 0)
    return 0;
  const double left = std::min(secondsLeft() * Part.left, Until - threadSeconds());
  return std::max(std::min(secondsOfPhase(), left), LeastSeconds);
}

double PhaseRunner::secondsOfPhase() const {
  const bool isEarly = Current < Phase::Verify;
  return Options.maxSeconds * (isEarly ? EarlySeconds : LateSeconds * Part.seconds);
}

Refused PhaseRunner::tooManyOperations() const {
  return tooExpensive(std::to_string(operationsAllowed()) + " operations", "--max-operations");
}

Refused PhaseRunner::tooSlow(double seconds) const {
  // What a phase had is no limit where those before it left it no more.
  const bool hadLess = seconds < secondsOfPhase();
  std::string text; // "2.5 s of processor time", "10 s of processor time in all"
  llvm::raw_string_ostream(text) << llvm::format("%.3g", hadLess ? secondsSpent() : seconds)
                                 << " s of processor time" << (hadLess ? " in all" : "");
  return tooExpensive(text, "--max-seconds");
}

Refused PhaseRunner::tooExpensive(const std::string &amount, const std::string &option) const {
  return {{DiagId::QuotaExceeded, {}, {phaseTitle(Current), amount, option}, {}, {}}};
}

void PhaseRunner::fail() const {
  if (Current == Phase::Verify)
    throw Refused{{DiagId::VerificationFailed, {}, {"as --fail-in asks"}, {}, {}}};
  throw std::runtime_error("as --fail-in asks");
}

std::string PhaseRunner::title() const {
  return "=== " + Result.file + ":" + std::to_string(Result.line) + " after " +
         phaseName(Current) + " ===\n";
}

void PhaseRunner::reportTime(std::chrono::duration<double> time) const {
  if (Options.timePhases)
    llvm::errs() << phaseTimeText(Result.file + ":" + std::to_string(Result.line), Current,
                                  time.count());
}

} // namespace gputile::driver
