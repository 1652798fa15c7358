//===- Choice.cpp - Which ways to transform a region are tried --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/Choice.h"

#include <limits>

namespace gputile {
namespace {

/// Whether \p scheme also does with loops that copies hold together.
bool mayCopy(Scheme scheme, FalseDeps wish) {
  return wish == FalseDeps::Remove || (wish == FalseDeps::Auto && scheme == Scheme::Wavefront);
}

/// Scheme parallel cuts loops apart that a copy holds together: unasked for, a copy has to gain
/// loops in parallel.
bool mayCopyForLoops(Scheme scheme, FalseDeps wish) {
  return wish == FalseDeps::Auto && scheme == Scheme::Parallel;
}

} // namespace

std::vector<Attempt> chooseAttempts(const Clauses &clauses) {
  const Scheme wish = clauses.scheme.value;
  std::vector<Attempt> result;
  auto add = [&](Scheme scheme, bool optional) {
    if (mayCopy(scheme, clauses.falseDeps.value))
      result.push_back({scheme, true, optional});
    if (mayCopyForLoops(scheme, clauses.falseDeps.value))
      result.push_back({scheme, true, true});
    result.push_back({scheme, false, optional});
  };
  if (wish != Scheme::Auto) {
    add(wish, false);
    return result;
  }
  add(Scheme::Wavefront, true);
  add(Scheme::Parallel, false);
  return result;
}

bool timeTilingPays(const TimeStep &step, const DeviceCosts &costs) {
  // Of whole programs with boundary tiles, per cell and step: two-dimensional Jacobi and FDTD.
  constexpr double instructions = 100, instructionsPerStatement = 5;
  if (step.dimensions != 2)
    return step.dimensions == 1;
  if (step.spreads)
    return true; // Cholesky's takes 29 instructions a multiply-add there, 172 in kernels for each
                 // step.
  return step.bytes / costs.bytesPerSecond() >
         (instructions + instructionsPerStatement * step.statements) /
             costs.instructionsPerSecond();
}

unsigned maxCopies(FalseDeps wish) {
  return wish == FalseDeps::Remove ? std::numeric_limits<unsigned>::max() : 2;
}

} // namespace gputile
