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

/// Scheme parallel cuts the loops apart that a copy would hold together: without being
/// asked for, copies are for wavefronts only.
bool mayCopy(Scheme scheme, FalseDeps wish) {
  return wish == FalseDeps::Remove || (wish == FalseDeps::Auto && scheme == Scheme::Wavefront);
}

} // namespace

std::vector<Attempt> chooseAttempts(const Clauses &clauses) {
  const Scheme wish = clauses.scheme.value;
  std::vector<Attempt> result;
  auto add = [&](Scheme scheme, bool optional) {
    if (mayCopy(scheme, clauses.falseDeps.value))
      result.push_back({scheme, true, optional});
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

bool timeTilingPays(const TimeStep &step) {
  // Instructions of lanes, at the efficiency that profiles assume, and bytes of device memory.
  constexpr double instructionsPerSecond = 1.78e13, bytesPerSecond = 3.35e12;
  // Of whole programs with boundary tiles, per cell and step: two-dimensional Jacobi and FDTD.
  constexpr double instructions = 100, instructionsPerStatement = 5;
  if (step.dimensions != 2)
    return step.dimensions == 1;
  return step.bytes / bytesPerSecond >
         (instructions + instructionsPerStatement * step.statements) / instructionsPerSecond;
}

unsigned maxCopies(FalseDeps wish) {
  return wish == FalseDeps::Remove ? std::numeric_limits<unsigned>::max() : 2;
}

} // namespace gputile
