//===- CallCosts.cpp - What calls of a region cost --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/CallCosts.h"

#include "gputile/Model/Operations.h"

namespace gputile {
namespace {

std::optional<StatementCost> costOf(const Statement &statement) {
  // On a core of 3 GHz a reference, with the operation on it, took from 0.03 ns (y += a x in
  // floats) over 0.14 (Jacobi in two dimensions, in doubles) to 0.4 (SOR, whose sums wait for one
  // another). Divisions take a few cycles, functions some tens of them.
  constexpr double nanosecondsPerReference = 0.15, nanosecondsPerSlow = 1.5,
                   nanosecondsPerFunction = 10;
  // Counted in emitted kernels (bench/counts): a Jacobi kernel in two dimensions takes 46, one in
  // three with 28 references 187.
  constexpr double instructionsPerReference = 6, indexArithmetic = 20;
  const OperationCounts counts = operationsOf(statement);
  if (!counts.isCounted)
    return std::nullopt;
  const unsigned slow = counts.slow + counts.constant;
  const auto references = static_cast<double>(statement.references.size());
  return StatementCost{nanosecondsPerReference * references + nanosecondsPerSlow * slow +
                           nanosecondsPerFunction * counts.functions,
                       indexArithmetic + instructionsPerReference * references +
                           OperationCounts::PerSlow * slow +
                           OperationCounts::PerFunction * counts.functions};
}

/// Whether a user says where the region runs.
bool isDecided(const Clauses &clauses) {
  return clauses.scheme.origin >= Origin::Option || !clauses.ifCondition.empty();
}

} // namespace

std::optional<RegionCosts> callCosts(const Scop &scop, const DeviceProfile &device) {
  // Functions of the program are among its declarations.
  if (isDecided(scop.clauses) || !scop.deviceDeclarations.empty() || usesDeviceMemory(scop))
    return std::nullopt;
  RegionCosts costs;
  for (const Statement &statement : scop.statements) {
    const std::optional<StatementCost> cost = costOf(statement);
    if (!cost)
      return std::nullopt;
    costs.statements.push_back(*cost);
  }
  costs.multiprocessors = device.limits.multiprocessors;
  costs.laneInstructionsPerNanosecond = device.costs.laneInstructionsPerNanosecond;
  costs.clockGigahertz = device.costs.clockGigahertz;
  costs.launchMicroseconds = device.costs.launchMicroseconds;
  costs.gridBarrierMicroseconds = device.costs.gridBarrierMicroseconds;
  costs.flagMicroseconds = device.costs.flagMicroseconds;
  costs.hostToDeviceGigabytesPerSecond = device.costs.hostToDeviceGigabytesPerSecond;
  costs.deviceToHostGigabytesPerSecond = device.costs.deviceToHostGigabytesPerSecond;
  return costs;
}

} // namespace gputile
