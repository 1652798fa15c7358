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

unsigned maxCopies(FalseDeps wish) {
  return wish == FalseDeps::Remove ? std::numeric_limits<unsigned>::max() : 2;
}

} // namespace gputile
