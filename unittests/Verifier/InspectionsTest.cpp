//===- InspectionsTest.cpp - What the entry reads first -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"
#include "TestScop.h"

using namespace gputile;
using namespace gputile::test;
using Kind = VerificationFailure::Kind;

namespace {

const char *const Found = "{ x[a] : least <= a <= most }";

/// y[i] = x[index[i]]; for i < 64, each on a thread of its own. The entry finds least and most.
Case parallelGather(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[least, most]")
                  .array("y", 1)
                  .array("x", 1)
                  .array("index", 1, "int")
                  .statement("{ S0[i] : 0 <= i < 64 }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> y[i] }")
                  .read("{ S0[i] -> x[a] : least <= a <= most }")
                  .read("{ S0[i] -> index[i] }")
                  .build();
  Statement &s = scop.statements[0];
  s.references[1].affine = false;
  s.references[1].subscripts = {{BodyPiece::makeReference(2)}};
  Statement text = s;
  text.accesses.clear();
  text.body = {BodyPiece::makeNoted(1)};
  scop.parameters[0].inspected = scop.parameters[1].inspected = true;
  scop.inspected = {{1, 0, 1}};
  text.references.erase(text.references.begin()); // x is 0, index is 1 now.
  text.references[0].subscripts = {{BodyPiece::makeReference(1)}};
  text.body = {BodyPiece::makeNoted(0)};
  scop.inspections = {{text, {}}};
  TestPlan plan(scop, "[least, most]", 0, "{ S0[i] -> [] }");
  mapToTwoBlocks(plan);
  plan.out("y", "{ y[i] : 0 <= i < 64 }").in("x", Found).in("index", "{ index[i] : 0 <= i < 64 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

TEST(VerifierInspections, proves_what_is_found_before_the_region) {
  IslContext ctx;
  EXPECT_TRUE(verifies(parallelGather(ctx)));
}

TEST(VerifierInspections, refuses_reads_that_nothing_has_looked_for) {
  IslContext ctx;
  Case c = parallelGather(ctx);
  change(c, [](Scop &scop) { scop.inspections.clear(); });
  EXPECT_TRUE(refuses(c, Kind::Transfer, "S0 accesses elements of x that nothing has looked for"));
}

TEST(VerifierInspections, refuses_some_iterations_only) {
  IslContext ctx;
  Case c = parallelGather(ctx);
  change(c, [](Scop &scop) {
    isl::set &domain = scop.inspections[0].text.domain;
    domain = domain.intersect(isl::set(domain.ctx(), "{ S0[i] : i < 63 }"));
  });
  EXPECT_TRUE(refuses(c, Kind::Transfer, "that nothing has looked for"));
}

TEST(VerifierInspections, refuses_another_inspection) {
  IslContext ctx;
  Case c = parallelGather(ctx);
  c.scop.inspections[0].text.body.push_back(BodyPiece::makeText(";"));
  EXPECT_TRUE(refuses(c, Kind::Transfer, "what is read before the region has changed"));
}

TEST(VerifierInspections, refuses_to_read_what_the_region_writes) {
  IslContext ctx;
  Case c = parallelGather(ctx);
  change(c, [](Scop &scop) { scop.inspections[0].text.references[1].array = 0; });
  EXPECT_TRUE(
      refuses(c, Kind::Transfer, "what is read of y before the region may change in it"));
}

} // namespace
