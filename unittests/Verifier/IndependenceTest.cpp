//===- IndependenceTest.cpp - Proofs that rest on clause independent ------===//
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

/// B[p[i]] = B[p[i]] + 1; for i < 64, each on a thread of its own.
Case parallelScatter(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[]")
                  .array("B", 1)
                  .statement("{ S0[i] : 0 <= i < 64 }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> B[a] : 0 <= a < 100 }")
                  .mayWrite("{ S0[i] -> B[a] : 0 <= a < 100 }")
                  .build();
  for (Reference &reference : scop.statements[0].references) {
    reference.affine = false;
    reference.subscripts = {{BodyPiece::makeText("p")}};
  }
  scop.independent = {{0, isl::union_map(ctx.get(), "{ S0[i] -> S0[j] : i < j or i > j }")}};
  TestPlan plan(scop, "[]", 0, "{ S0[i] -> [] }");
  mapToTwoBlocks(plan);
  plan.in("B", "{ B[a] : 0 <= a < 100 }").out("B", "{ B[a] : 0 <= a < 100 }");
  Case c{scop, scop, plan.Plan, plan.Parse};
  c.transfer("B").compared = true;
  return c;
}

TEST(VerifierIndependence, proves_what_the_clause_keeps_apart) {
  IslContext ctx;
  EXPECT_TRUE(verifies(parallelScatter(ctx)));
}

TEST(VerifierIndependence, refuses_it_without_the_clause) {
  IslContext ctx;
  Case c = parallelScatter(ctx);
  change(c, [](Scop &scop) { scop.independent.clear(); });
  EXPECT_TRUE(refuses(c, Kind::Order, "S0[0] must run before S0["));
}

TEST(VerifierIndependence, refuses_a_clause_that_the_original_does_not_have) {
  IslContext ctx;
  Case c = parallelScatter(ctx);
  c.original.independent.clear();
  EXPECT_TRUE(refuses(c, Kind::Order, "instances are kept apart in B of which clause independent"));
}

TEST(VerifierIndependence, refuses_more_than_the_clause_says) {
  IslContext ctx;
  Case c = parallelScatter(ctx);
  isl::union_map &apart = c.original.independent[0].apart;
  apart = apart.subtract(isl::union_map(ctx.get(), "{ S0[3] -> S0[4] }"));
  EXPECT_TRUE(refuses(c, Kind::Order, "of which clause independent does not say so"));
  c.scop.independent = c.original.independent;
  EXPECT_TRUE(refuses(c, Kind::Order, "S0[3] must run before S0[4]"));
}

TEST(VerifierIndependence, keeps_affine_accesses_in_order) {
  IslContext ctx;
  Case c = parallelScatter(ctx);
  change(c, [&](Scop &scop) {
    Statement &s = scop.statements[0];
    s.references[0].affine = true;
    s.references[0].subscripts.clear();
    s.references[0].index = isl::map(ctx.get(), "{ S0[i] -> B[i] }").intersect_domain(s.domain);
    s.accesses[0].relation = s.references[0].index;
  });
  EXPECT_TRUE(refuses(c, Kind::Order, "S0[0] must run before S0["));
}

} // namespace
