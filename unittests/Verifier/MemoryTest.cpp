//===- MemoryTest.cpp - Transfers and expansion ---------------------------===//
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

// --- Transfers -----------------------------------------------------------------

TEST(VerifierTransfer, refuses_missing_copy_in) {
  IslContext ctx;
  Case c = accumulate(ctx);
  c.transfer("sum").copyIn = c.transfer("sum").compared = false;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "sum[] (n = 1) is read before it is written"));
  c = vectorAdd(ctx);
  c.transfer("B").copyIn = false;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "not copied in"));
}

TEST(VerifierTransfer, refuses_copy_in_without_the_boundary) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.transfer("A").copyInBox = c.parse.box("{ A[i] : 1 <= i < n - 1 and T > 0 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "not copied in"));
}

TEST(VerifierTransfer, needs_no_copy_in_of_what_is_written_first) {
  IslContext ctx;
  Case c = matmul(ctx); // C is read by S1, always after S0 wrote it.
  ASSERT_FALSE(c.transfer("C").copyIn);
  EXPECT_TRUE(verifies(c));
  c = jacobi(ctx);
  ASSERT_FALSE(c.transfer("B").copyIn);
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierTransfer, refuses_copy_out_of_what_was_not_copied_in) {
  IslContext ctx;
  Case c = jacobi(ctx);
  c.transfer("B").box = c.transfer("B").copyOutBox =
      c.parse.box("{ B[i] : 0 <= i < n - 1 and T > 0 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "copied out but may not be written"));
  // An element that is copied in and back may have been written by another thread meanwhile.
  c.transfer("B").copyIn = true;
  c.transfer("B").copyInBox = c.transfer("B").box;
  c.transfer("B").copyInSet = c.transfer("B").footprint;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "copied out but may not be written"));
  c.transfer("B").compared = true;
  EXPECT_TRUE(verifies(c));
  c.transfer("B").copyIn = false;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "compared with what was not copied in"));
}

/// for i in [0, n): A[2i + 1] = 1.
static Case everySecond(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> A[2i + 1] }")
                  .build();
  TestPlan plan(scop, "[n]", 0, "{ S0[i] -> [] }");
  plan.kernel("K0", {0})
      .launches("{ K0[] -> [] : n > 0 }")
      .host("{ S0[i] -> [] }")
      .blocks(0, "{ S0[i] -> [] }", "{ [] : n > 0 }")
      .threads({1}, "{ S0[i] -> [0] }")
      .order({true}, "{ S0[i] -> [i] }");
  plan.out("A", "{ A[i] : 1 <= i < 2n }");
  return {scop, scop, plan.Plan, plan.Parse};
}

TEST(VerifierTransfer, refuses_copies_back_of_elements_between_those_that_are_written) {
  IslContext ctx;
  Case c = everySecond(ctx);
  EXPECT_TRUE(refuses(c, Kind::Transfer, "A[2] (n = 2) is copied out but may not be written"));
  c.transfer("A").copyOutSteps = {2};
  EXPECT_TRUE(verifies(c));
  c.transfer("A").copyOutSteps = {4};
  EXPECT_TRUE(refuses(c, Kind::Transfer, "A[3] (n = 2) is written but not copied out"));
  c.transfer("A").copyOutSteps = {0};
  EXPECT_TRUE(refuses(c, Kind::Transfer, "step below 1"));
  c.transfer("A").copyOutSteps = {2, 2};
  EXPECT_TRUE(refuses(c, Kind::Transfer, "rank"));
}

/// for i in [0, n): s = A[i], which runs zero times if n <= 0, on one thread.
static Case lastValue(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> A[i] }")
                  .build();
  TestPlan plan(scop, "[n]", 0, "{ S0[i] -> [] }");
  plan.kernel("K0", {0})
      .launches("{ K0[] -> [] : n > 0 }")
      .host("{ S0[i] -> [] }")
      .blocks(0, "{ S0[i] -> [] }", "{ [] : n > 0 }")
      .threads({1}, "{ S0[i] -> [0] }")
      .order({true}, "{ S0[i] -> [i] }");
  plan.in("A", "{ A[i] : 0 <= i < n }").out("s", "{ s[] : n > 0 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

TEST(VerifierTransfer, proves_a_last_value_that_is_copied_out_only_when_there_is_one) {
  IslContext ctx;
  EXPECT_TRUE(verifies(lastValue(ctx)));
}

TEST(VerifierTransfer, refuses_copy_out_of_the_last_value_of_an_empty_loop) {
  IslContext ctx;
  Case c = lastValue(ctx);
  c.transfer("s").footprint = c.transfer("s").copyOutSet = c.parse.set("{ s[] }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "s[] (n = 0) is copied out but may not be written"));
  c.transfer("s").copyIn = c.transfer("s").compared = true;
  c.transfer("s").copyInSet = c.parse.set("{ s[] }");
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierTransfer, refuses_a_last_value_that_is_not_always_copied_out) {
  IslContext ctx;
  Case c = lastValue(ctx);
  c.transfer("s").copyOutSet = c.parse.set("{ s[] : n > 1 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "s[] (n = 1) is written but not copied out"));
}

TEST(VerifierTransfer, refuses_copy_out_of_what_may_be_unwritten) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  for (Scop *scop : {&c.original, &c.scop})
    scop->statements[0].accesses[2].kind = AccessKind::MayWrite;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "copied out but may not be written"));
}

TEST(VerifierTransfer, refuses_missing_copy_out) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.transfer("C").copyOut = false;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "written but not copied out"));
  c = jacobi(ctx);
  c.transfer("A").copyOutBox = c.parse.box("{ A[i] : 1 <= i < n - 2 and T > 0 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "written but not copied out"));
}

TEST(VerifierTransfer, refuses_arrays_that_are_said_to_lie_elsewhere) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.original.arrays[1].inDeviceMemory = c.scop.arrays[1].inDeviceMemory = true;
  EXPECT_TRUE(verifies(c));
  c.scop.arrays[1].inDeviceMemory = false;
  EXPECT_FALSE(verifies(c));
}

TEST(VerifierTransfer, needs_no_copy_out_of_dead_arrays) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.transfer("C").copyOut = false;
  c.original.arrays[2].deadAfter = c.scop.arrays[2].deadAfter = true;
  EXPECT_TRUE(verifies(c));
}

TEST(VerifierTransfer, refuses_an_allocation_that_is_too_small) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.transfer("A").box = c.transfer("A").copyInBox = c.parse.box("{ A[i] : 0 <= i < 63 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "A[63] is accessed but not allocated"));
  c = vectorAdd(ctx);
  c.transfer("A").copyInBox = c.parse.box("{ A[i] : 0 <= i < 65 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "not allocated"));
  c = vectorAdd(ctx);
  c.transfer("C").box = c.parse.box("{ C[i] : 0 <= i < 64 }");
  c.transfer("C").copyOutBox = c.parse.box("{ C[i] : -1 <= i < 64 }");
  EXPECT_TRUE(refuses(c, Kind::Transfer, "not allocated"));
}

TEST(VerifierTransfer, refuses_written_or_non_scalar_arguments_by_value) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.transfer("A").byValue = true;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "by value"));
  c = accumulate(ctx);
  c.transfer("sum").byValue = true;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "by value"));
}

TEST(VerifierTransfer, refuses_copies_of_private_arrays) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  c.transfer("x").copyOut = true;
  c.transfer("x").copyOutBox = c.transfer("x").box;
  EXPECT_TRUE(refuses(c, Kind::Transfer, "cannot be copied"));
}

TEST(VerifierTransfer, refuses_transfers_that_do_not_match_the_arrays) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  std::swap(c.plan.transfers[0], c.plan.transfers[1]);
  EXPECT_TRUE(refuses(c, Kind::Transfer, "order"));
  c = vectorAdd(ctx);
  c.plan.transfers.pop_back();
  EXPECT_TRUE(refuses(c, Kind::Transfer, "one transfer per array"));
  c = vectorAdd(ctx);
  c.transfer("A").box = {};
  EXPECT_TRUE(refuses(c, Kind::Transfer, "rank"));
}

// --- Expansion -----------------------------------------------------------------

namespace {

/// S0 writes x, S1 reads it, at the given times; expanded to x[i] or not.
Scop scalarFlow(IslContext &ctx, bool expanded, const std::string &time0, const std::string &time1,
                const std::string &read = "x[i]") {
  TestScop scop(ctx, "[n]");
  scop.array("A", 1).array("B", 1);
  scop.array("x", expanded ? 1 : 0, "double",
             expanded ? ArrayStorage::Private : ArrayStorage::Object);
  scop.lastArray().deadAfter = true;
  return scop.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> " + time0 + " }")
      .read("{ S0[i] -> A[i] }")
      .write(expanded ? "{ S0[i] -> x[i] }" : "{ S0[i] -> x[] }")
      .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> " + time1 + " }")
      .read(expanded ? "{ S1[i] -> " + read + " }" : "{ S1[i] -> x[] }")
      .write("{ S1[i] -> B[i] }")
      .build();
}

} // namespace

TEST(VerifierPrivacy, refuses_expansion_of_a_value_that_flows_between_iterations) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  // B[i] = x (of iteration i - 1); x = A[i];
  c.original = scalarFlow(ctx, false, "[i, 1]", "[i, 0]");
  c.scop = scalarFlow(ctx, true, "[i, 1]", "[i, 0]");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "sees other writes"));
}

TEST(VerifierPrivacy, refuses_expansion_with_the_wrong_subscript) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  c.scop = scalarFlow(ctx, true, "[i, 0]", "[i, 1]", "x[i - 1]");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "sees other writes"));
}

TEST(VerifierPrivacy, refuses_expansion_of_a_live_in_scalar) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  // Nothing writes x before S1[0] reads it; the flow is the same in both.
  for (Scop *scop : {&c.original, &c.scop}) {
    Statement &s0 = scop->statements[0];
    s0.domain = c.parse.set("{ S0[i] : 1 <= i < n }");
    s0.schedule = s0.schedule.intersect_domain(s0.domain);
    for (Access &access : s0.accesses)
      access.relation = access.relation.intersect_domain(s0.domain);
  }
  EXPECT_TRUE(refuses(c, Kind::Privacy, "from before the region"));
}

TEST(VerifierPrivacy, refuses_expansion_of_a_live_out_scalar) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  c.original.arrays[2].deadAfter = c.scop.arrays[2].deadAfter = false;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "used after the region"));
}

TEST(VerifierPrivacy, refuses_expansion_into_an_array_that_is_not_private) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  c.scop.arrays[2].storage = ArrayStorage::Object;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not private"));
}

TEST(VerifierPrivacy, refuses_may_writes_that_let_older_values_through) {
  IslContext ctx;
  Case c = expandedScalar(ctx);
  for (Scop *scop : {&c.original, &c.scop})
    scop->statements[0].accesses[1].kind = AccessKind::MayWrite;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "sees other writes"));
}

TEST(VerifierPrivacy, refuses_references_of_one_instance_that_part) {
  IslContext ctx;
  auto build = [&](bool expanded, const std::string &second) {
    TestScop scop(ctx, "[n]");
    scop.array("B", 1).array("x", expanded ? 1 : 0, "double", ArrayStorage::Private);
    return scop.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
        .write(expanded ? "{ S0[i] -> x[i] }" : "{ S0[i] -> x[] }")
        .write(expanded ? "{ S0[i] -> " + second + " }" : "{ S0[i] -> x[] }")
        .write("{ S0[i] -> B[i] }")
        .build();
  };
  Scop expanded = build(true, "x[i]");
  TestPlan plan(expanded, "[n]", 0, "{ S0[i] -> [] }");
  plan.kernel("K0", {0})
      .launches("{ K0[] -> [] }")
      .host("{ S0[i] -> [] }")
      .blocks(0, "{ S0[i] -> [] }", "{ [] : n > 0 }")
      .threads({1}, "{ S0[i] -> [0] }")
      .order({true}, "{ S0[i] -> [i] }");
  plan.out("B", "{ B[i] : 0 <= i < n }").local("x", "{ x[i] : 0 <= i <= n and n > 0 }");
  Case c{build(false, ""), expanded, plan.Plan, plan.Parse};
  EXPECT_TRUE(verifies(c));
  c.scop = build(true, "x[i + 1]");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "no longer meet"));
}

TEST(VerifierPrivacy, refuses_another_program) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  c.scop.statements[0].body.push_back(BodyPiece::makeText("more();"));
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not the original"));
  c = vectorAdd(ctx);
  c.scop.statements[0].domain = c.parse.set("{ S0[i] : 0 <= i < 63 }");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not the original"));
  c = vectorAdd(ctx);
  c.scop.statements[0].iteratorValues = isl::pw_multi_aff(ctx.get(), "{ S0[i] -> [2i] }");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not the original"));
  c.original.statements[0].iteratorValues = isl::pw_multi_aff(ctx.get(), "{ S0[i] -> [3i] }");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not the original"));
  c.original.statements[0].iteratorValues = isl::pw_multi_aff(ctx.get(), "{ S0[i] -> [2i] }");
  EXPECT_TRUE(verifies(c));
  c = vectorAdd(ctx);
  c.scop.guard = c.parse.set("{ : 1 = 0 }").params();
  EXPECT_TRUE(refuses(c, Kind::Privacy, "assumptions"));
  c = expandedScalar(ctx);
  c.scop.parameters[0].callExpr = "n + 1";
  EXPECT_TRUE(refuses(c, Kind::Privacy, "parameters"));
  c = expandedScalar(ctx);
  c.original.exitValues.push_back({"i", isl::pw_aff(ctx.get(), "[n] -> { [(n)] }")});
  EXPECT_TRUE(refuses(c, Kind::Privacy, "values after it"));
  c.scop.exitValues.push_back({"i", isl::pw_aff(ctx.get(), "[n] -> { [(n - 1)] }")});
  EXPECT_TRUE(refuses(c, Kind::Privacy, "values after it"));
  c.scop.exitValues[0].value = c.original.exitValues[0].value;
  EXPECT_TRUE(verifies(c));
  c = expandedScalar(ctx);
  c.original.pointerExits.push_back(
      {isl::set(ctx.get(), "[n] -> { : n > 3 }"), {{"A", "B"}, {"B", "A"}}});
  EXPECT_TRUE(refuses(c, Kind::Privacy, "values after it"));
  c.scop.pointerExits.push_back(
      {isl::set(ctx.get(), "[n] -> { : n > 2 }"), {{"A", "B"}, {"B", "A"}}});
  EXPECT_TRUE(refuses(c, Kind::Privacy, "values after it"));
  c.scop.pointerExits[0] = {c.original.pointerExits[0].when, {{"A", "B"}, {"B", "B"}}};
  EXPECT_TRUE(refuses(c, Kind::Privacy, "values after it"));
  c.scop.pointerExits = c.original.pointerExits;
  EXPECT_TRUE(verifies(c));
  c = vectorAdd(ctx);
  c.scop.arrays[1].baseExpr = "A";
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not private"));
}

TEST(VerifierPrivacy, refuses_references_that_no_access_describes) {
  IslContext ctx;
  Case c = vectorAdd(ctx);
  for (Scop *scop : {&c.original, &c.scop})
    scop->statements[0].accesses.pop_back();
  EXPECT_TRUE(refuses(c, Kind::Privacy, "without an access"));
}
