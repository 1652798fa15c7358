//===- PrintTest.cpp - Tests of the printers ------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/IR/Ddg.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Schedule.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(Print, a_scop_shows_arrays_statements_and_accesses) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("s", 0, "float", ArrayStorage::Private)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> s[] }")
                  .mayWrite("{ S0[i] -> A[i] }")
                  .body("$1 = #0 * $0;")
                  .build();
  std::string text = printScop(scop);
  EXPECT_TRUE(contains(text, "array s: float, rank 0, private")) << text;
  EXPECT_TRUE(contains(text, "statement S0: $1 = i * $0;")) << text;
  EXPECT_TRUE(contains(text, "read $0 ")) << text;
  EXPECT_TRUE(contains(text, "may-write $1 ")) << text;
  EXPECT_EQ(text, printScop(scop));
}

TEST(Print, a_dependence_shows_kind_distance_and_mark) {
  IslContext ctx;
  Ddg ddg;
  ddg.edges.push_back({DependenceKind::Anti, 0, 1, 2, 3, isl::map(ctx.get(), "{ S0[i] -> S1[i] }"),
                       std::vector<long>{0}, true});
  std::string text = printDdg(ddg);
  EXPECT_TRUE(contains(text, "anti S0.2 -> S1.3 (0) hindering: ")) << text;
}

TEST(Print, a_schedule_shows_one_node_per_line) {
  IslContext ctx;
  ScheduleNode leaf{ScheduleNode::Kind::Leaf, {0}, {}, {}};
  BandRow row{{{0, isl::aff(ctx.get(), "{ S0[i] -> [(i)] }")}}, true};
  ScheduleNode band{ScheduleNode::Kind::Band, {0}, {row}, {leaf}};
  EXPECT_EQ(printSchedule(band), "band {0}\n  parallel { S0[i] -> [(i)] }\n  leaf {0}\n");
}

TEST(Print, an_unfinished_plan_can_be_printed) {
  RegionPlan plan;
  plan.kernels.emplace_back();
  plan.kernels[0].name = "kernel0";
  KernelAction &action = plan.kernels[0].actions.emplace_back();
  action.kind = KernelAction::Kind::Barrier;
  action.name = "sync";
  plan.transfers.emplace_back();
  std::string text = printRegionPlan(plan);
  EXPECT_TRUE(contains(text, "kernel kernel0")) << text;
  EXPECT_TRUE(contains(text, "barrier sync")) << text;
  EXPECT_TRUE(contains(text, "(none)")) << text;
}

} // namespace
