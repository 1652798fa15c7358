//===- FalseDepsTest.cpp - Tests of the removal of false dependences ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Transform/FalseDeps.h"
#include "gputile/Transform/Scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

using namespace gputile;
using namespace gputile::test;

TEST(FalseDeps, show) {
  IslContext Ctx;
  for (Scop scop : {figure2(Ctx), jacobiCopyBack(Ctx), jacobi27(Ctx)}) {
  auto r = removeFalseDependences(scop, markHindering(scop, computeDependences(scop)));
  ASSERT_TRUE(r);
  Ddg d = markHindering(*r, computeDependences(*r));
  std::cout << printScop(*r) << printDdg(d);
  SchedulerOptions o; o.outerCoincidence = false;
  if (r->statements.size() < 8) std::cout << printSchedule(findSchedule(scop, computeDependences(scop), o)) << printSchedule(findSchedule(*r, d, o));
  }
}
