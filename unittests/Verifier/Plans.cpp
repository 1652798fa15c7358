//===- Plans.cpp - Correct plans that tests damage -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"

#include "TestScop.h"

using namespace gputile;
using namespace gputile::test;

static const char *kindName(VerificationFailure::Kind kind) {
  using Kind = VerificationFailure::Kind;
  switch (kind) {
  case Kind::Coverage:
    return "Coverage";
  case Kind::Order:
    return "Order";
  case Kind::SharedTile:
    return "SharedTile";
  case Kind::Register:
    return "Register";
  case Kind::Transfer:
    return "Transfer";
  case Kind::StoredOperands:
    return "StoredOperands";
  case Kind::PartialSums:
    return "PartialSums";
  case Kind::Privacy:
    return "Privacy";
  }
  return "?";
}

testing::AssertionResult test::verifies(const Case &c) {
  std::optional<VerificationFailure> failure = c.run();
  if (!failure)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << kindName(failure->kind) << ": " << failure->what;
}

testing::AssertionResult test::refuses(const Case &c, VerificationFailure::Kind kind,
                                       const std::string &text) {
  std::optional<VerificationFailure> failure = c.run();
  if (!failure)
    return testing::AssertionFailure() << "the plan was proved";
  bool right = failure->kind == kind && failure->what.find(text) != std::string::npos;
  return (right ? testing::AssertionSuccess() : testing::AssertionFailure())
         << kindName(failure->kind) << ": " << failure->what;
}

void test::mapToTwoBlocks(TestPlan &plan) {
  plan.kernel("K0", {0})
      .launches("{ K0[] -> [] }")
      .host("{ S0[i] -> [] }")
      .blocks(1, "{ S0[i] -> [floor(i/32)] }", "{ [b] : 0 <= b < 2 }", "{ [b] : 0 <= b < 2 }")
      .threads({32}, "{ S0[i] -> [i mod 32] }")
      .order({false}, "{ S0[i] -> [0] }");
}

Case test::vectorAdd(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[]")
                  .array("A", 1)
                  .array("B", 1)
                  .array("C", 1)
                  .statement("{ S0[i] : 0 <= i < 64 }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> A[i] }")
                  .read("{ S0[i] -> B[i] }")
                  .write("{ S0[i] -> C[i] }")
                  .build();
  TestPlan plan(scop, "[]", 0, "{ S0[i] -> [] }");
  mapToTwoBlocks(plan);
  plan.in("A", "{ A[i] : 0 <= i < 64 }").in("B", "{ B[i] : 0 <= i < 64 }");
  plan.out("C", "{ C[i] : 0 <= i < 64 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

static Scop matmulScop(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [i, j, 0, 0] }")
      .write("{ S0[i, j] -> C[i, j] }")
      .statement("{ S1[i, j, k] : 0 <= i, j, k < n }", "{ S1[i, j, k] -> [i, j, 1, k] }")
      .update("{ S1[i, j, k] -> C[i, j] }")
      .read("{ S1[i, j, k] -> A[i, k] }")
      .read("{ S1[i, j, k] -> B[k, j] }")
      .build();
}

/// Order positions: [phase, k tile, copy/barrier/compute, k point, i unrolled, j unrolled].
Case test::matmul(IslContext &ctx) {
  Scop scop = matmulScop(ctx);
  TestPlan plan(scop, "[n]", 0, "{ S0[i, j] -> []; S1[i, j, k] -> [] }");
  plan.kernel("K0", {0, 1})
      .launches("{ K0[] -> [] : n > 0 }")
      .host("{ S0[i, j] -> []; S1[i, j, k] -> [] }")
      .blocks(2,
              "{ S0[i, j] -> [floor(i/8), floor(j/8)]; S1[i, j, k] -> [floor(i/8), floor(j/8)] }",
              "{ [a, b] : 0 <= 8a < n and 0 <= 8b < n }",
              "{ [a, b] : 0 <= a and 8a + 7 < n and 0 <= b and 8b + 7 < n }")
      .threads({4, 4}, "{ S0[i, j] -> [i mod 4, j mod 4]; S1[i, j, k] -> [i mod 4, j mod 4] }")
      .order(
          {false, true, false, true, true, true},
          "{ S0[i, j] -> [0, 0, 0, 0, floor((i mod 8)/4), floor((j mod 8)/4)];"
          "  S1[i, j, k] -> [1, floor(k/8), 3, k mod 8, floor((i mod 8)/4), floor((j mod 8)/4)] }",
          {4, 5})
      .shared("s_A", 0, {{1, 1}}, 2, "{ [a, b, e, kt] -> A[(8a), (8kt)] }", {8, 8},
              "{ [a, b, e, kt] -> A[i, k] : 8a <= i <= 8a + 7 and 8kt <= k <= 8kt + 7 and 0 <= i, "
              "k < n }")
      .shared("s_B", 1, {{1, 2}}, 2, "{ [a, b, e, kt] -> B[(8kt), (8b)] }", {8, 8},
              "{ [a, b, e, kt] -> B[k, j] : 8b <= j <= 8b + 7 and 8kt <= k <= 8kt + 7 and 0 <= j, "
              "k < n }")
      .registers("p_C", 2, {{0, 0}, {1, 0}},
                 "{ [a, b, s, t, p, q] -> C[8a + 4p + s, 8b + 4q + t] :"
                 "  0 <= p, q <= 1 and 0 <= 8a + 4p + s < n and 0 <= 8b + 4q + t < n }",
                 false, true)
      .copyIn(0, "{ copyA[a, b, 1, kt] -> [1, kt, 0, 0, 0, 0] : 0 <= 8kt < n }")
      .copyIn(1, "{ copyB[a, b, 1, kt] -> [1, kt, 1, 0, 0, 0] : 0 <= 8kt < n }")
      .barrier("{ loaded[a, b, 1, kt] -> [1, kt, 2, 0, 0, 0] : 0 <= 8kt < n }")
      .barrier("{ used[a, b, 1, kt] -> [1, kt, 4, 0, 0, 0] : 0 <= 8kt < n }")
      .store(0, "{ storeC[a, b] -> [2, 0, 0, 0, 0, 0] }");
  plan.in("A", "{ A[i, j] : 0 <= i, j < n }").in("B", "{ B[i, j] : 0 <= i, j < n }");
  plan.out("C", "{ C[i, j] : 0 <= i, j < n }");
  return {scop, scop, plan.Plan, plan.Parse};
}

static Scop jacobiScop(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .array("B", 1)
      .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S0[t, i] -> [t, 0, i] }")
      .read("{ S0[t, i] -> A[i - 1] }")
      .read("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> B[i] }")
      .statement("{ S1[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S1[t, i] -> [t, 1, i] }")
      .read("{ S1[t, i] -> B[i] }")
      .write("{ S1[t, i] -> A[i] }")
      .build();
}

Case test::jacobi(IslContext &ctx) {
  Scop scop = jacobiScop(ctx);
  TestPlan plan(scop, "[T, n]", 2, "{ S0[t, i] -> [t, 0]; S1[t, i] -> [t, 1] }");
  plan.kernel("K0", {0})
      .launches("{ K0[t] -> [t, 0] : 0 <= t < T and n >= 3 }", {0})
      .host("{ S0[t, i] -> [t] }")
      .blocks(1, "{ S0[t, i] -> [floor(i/8)] }",
              "{ [t, b] : 0 <= t < T and 0 <= b and 8b <= n - 2 and n >= 3 }",
              "{ [t, b] : 0 <= t < T and 1 <= b and 8b + 7 <= n - 2 }")
      .threads({8}, "{ S0[t, i] -> [i mod 8] }")
      .order({false}, "{ S0[t, i] -> [2] }")
      .shared("s_A", 0, {{0, 0}, {0, 1}, {0, 2}}, 0, "{ [t, b] -> A[(8b - 1)] }", {10},
              "{ [t, b] -> A[i] : 8b - 1 <= i <= 8b + 8 and 0 <= i < n }")
      .copyIn(0, "{ copyA[t, b] -> [0] }")
      .barrier("{ loaded[t, b] -> [1] }");
  plan.kernel("K1", {1})
      .launches("{ K1[t] -> [t, 1] : 0 <= t < T and n >= 3 }", {0})
      .host("{ S1[t, i] -> [t] }")
      .blocks(1, "{ S1[t, i] -> [floor(i/8)] }",
              "{ [t, b] : 0 <= t < T and 0 <= b and 8b <= n - 2 and n >= 3 }")
      .threads({8}, "{ S1[t, i] -> [i mod 8] }")
      .order({false}, "{ S1[t, i] -> [0] }");
  plan.inOut("A", "{ A[i] : 0 <= i < n and n >= 3 and T > 0 }");
  plan.out("B", "{ B[i] : 1 <= i < n - 1 and T > 0 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

Case test::scan(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("s", 1)
                  .statement("{ S0[i] : 1 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> s[i - 1] }")
                  .read("{ S0[i] -> A[i] }")
                  .write("{ S0[i] -> s[i] }")
                  .build();
  TestPlan plan(scop, "[n]", 0, "{ S0[i] -> [] }");
  plan.kernel("K0", {0})
      .launches("{ K0[] -> [] : n >= 2 }")
      .host("{ S0[i] -> [] }")
      .blocks(1, "{ S0[i] -> [0] }", "{ [0] : n >= 2 }", "{ [0] : n >= 2 }")
      .threads({1}, "{ S0[i] -> [0] }")
      .order({true}, "{ S0[i] -> [i] }");
  plan.in("A", "{ A[i] : 1 <= i < n }").inOut("s", "{ s[i] : 0 <= i < n and n >= 2 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

Case test::reversal(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[]")
                  .array("A", 1)
                  .array("B", 1)
                  .array("C", 1)
                  .statement("{ S0[i] : 0 <= i < 64 }", "{ S0[i] -> [0, i] }")
                  .read("{ S0[i] -> A[i] }")
                  .write("{ S0[i] -> B[i] }")
                  .statement("{ S1[i] : 0 <= i < 64 }", "{ S1[i] -> [1, i] }")
                  .read("{ S1[i] -> B[63 - i] }")
                  .write("{ S1[i] -> C[i] }")
                  .build();
  TestPlan plan(scop, "[]", 0, "{ S0[i] -> []; S1[i] -> [] }");
  plan.kernel("K0", {0, 1})
      .launches("{ K0[] -> [] }")
      .host("{ S0[i] -> []; S1[i] -> [] }")
      .blocks(0, "{ S0[i] -> []; S1[i] -> [] }", "{ [] }", "{ [] }")
      .threads({64}, "{ S0[i] -> [i]; S1[i] -> [i] }")
      .order({false}, "{ S0[i] -> [0]; S1[i] -> [2] }")
      .barrier("{ between[] -> [1] }");
  plan.in("A", "{ A[i] : 0 <= i < 64 }");
  plan.out("B", "{ B[i] : 0 <= i < 64 }").out("C", "{ C[i] : 0 <= i < 64 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

Case test::accumulate(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("A", 1)
                  .array("sum", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .update("{ S0[i] -> sum[] }")
                  .read("{ S0[i] -> A[i] }")
                  .build();
  TestPlan plan(scop, "[n]", 0, "{ S0[i] -> [] }");
  plan.kernel("K0", {0})
      .launches("{ K0[] -> [] : n > 0 }")
      .host("{ S0[i] -> [] }")
      .blocks(1, "{ S0[i] -> [0] }", "{ [0] : n > 0 }")
      .threads({1}, "{ S0[i] -> [0] }")
      .order({false, true}, "{ S0[i] -> [1, i] }")
      .registers("p_sum", 1, {{0, 0}}, "{ [0, 0] -> sum[] }", true, true)
      .load(0, "{ loadSum[b] -> [0, 0] }")
      .store(0, "{ storeSum[b] -> [2, 0] }");
  plan.in("A", "{ A[i] : 0 <= i < n }").inOut("sum", "{ sum[] : n > 0 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

/// { x = A[i]; B[i] = x; } with x as a scalar (rank 0) or as x[i].
static Scop scalarScop(IslContext &ctx, bool expanded) {
  std::string x = expanded ? "x[i]" : "x[]";
  TestScop scop(ctx, "[n]");
  scop.array("A", 1).array("B", 1);
  scop.array("x", expanded ? 1 : 0, "double",
             expanded ? ArrayStorage::Private : ArrayStorage::Object);
  scop.lastArray().deadAfter = true;
  return scop.statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
      .read("{ S0[i] -> A[i] }")
      .write("{ S0[i] -> " + x + " }")
      .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
      .read("{ S1[i] -> " + x + " }")
      .write("{ S1[i] -> B[i] }")
      .build();
}

Case test::expandedScalar(IslContext &ctx) {
  Scop original = scalarScop(ctx, false), scop = scalarScop(ctx, true);
  TestPlan plan(scop, "[n]", 1, "{ S0[i] -> [0]; S1[i] -> [1] }");
  for (unsigned s = 0; s < 2; ++s) {
    std::string number = std::to_string(s), instance = "{ S" + number + "[i] -> ";
    plan.kernel("K" + number, {s})
        .launches("{ K" + number + "[] -> [" + number + "] : n > 0 }")
        .host(instance + "[] }")
        .blocks(1, instance + "[floor(i/16)] }", "{ [b] : 0 <= 16b < n }")
        .threads({16}, instance + "[i mod 16] }")
        .order({false}, instance + "[0] }");
  }
  plan.in("A", "{ A[i] : 0 <= i < n }").out("B", "{ B[i] : 0 <= i < n }");
  plan.local("x", "{ x[i] : 0 <= i < n }");
  return {original, scop, plan.Plan, plan.Parse};
}
