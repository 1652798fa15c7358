//===- WavefrontPlans.cpp - Correct plans with read-write tiles ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"
#include "TestScop.h"

using namespace gputile;
using namespace gputile::test;

/// The instances of block b in launch h of sor1d.
static const std::string Work1d = "0 <= t < T and 1 <= i <= n - 2 and h = floor(t/4) + b and "
                                  "b = floor((t + i)/8)";

Case test::sor1d(IslContext &ctx) {
  Scop scop =
      TestScop(ctx, "[T, n]")
          .array("A", 1)
          .statement("{ S0[t, i] : 0 <= t < T and 1 <= i <= n - 2 }", "{ S0[t, i] -> [t, i] }")
          .write("{ S0[t, i] -> A[i] }")
          .read("{ S0[t, i] -> A[i - 1] }")
          .read("{ S0[t, i] -> A[i] }")
          .read("{ S0[t, i] -> A[i + 1] }")
          .build();
  TestPlan plan(scop, "[T, n]", 1, "{ S0[t, i] -> [floor(t/4) + floor((t + i)/8)] }");
  plan.kernel("K0", {0})
      .launches("{ K0[h] -> [h] : T >= 1 and n >= 3 and 0 <= h <= floor((T - 1)/4) + "
                "floor((T + n - 3)/8) }",
                {0})
      .host("{ S0[t, i] -> [floor(t/4) + floor((t + i)/8)] }")
      .blocks(1, "{ S0[t, i] -> [floor((t + i)/8)] }",
              "{ [h, b] : n >= 3 and 0 <= 4h - 4b < T and 8b + 6 >= 4h - 4b and "
              "8b <= 4h - 4b + n + 1 }",
              "{ [h, b] : h >= b and 4h - 4b + 4 <= T and 12b - 4h - 4 >= 0 and "
              "12b + 8 - 4h < n }")
      .threads({8}, "{ S0[t, i] -> [(t + i) mod 8] }")
      .order({false, true, false}, "{ S0[t, i] -> [2, (t mod 4) + ((t + i) mod 8), 0] }")
      .shared("s_A", 0, {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, 0, "{ [h, b] -> A[(12b - 4h - 4)] }",
              {13}, "{ [h, b] -> A[a] : exists t, i : " + Work1d + " and i - 1 <= a <= i + 1 }")
      .stores("{ [h, b] -> A[i] : exists t : " + Work1d + " }")
      .copyIn(0, "{ load[h, b] -> [0, 0, 0] }")
      .barrier("{ loaded[h, b] -> [1, 0, 0] }")
      .barrier("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 10 }")
      .copyOut(0, "{ store[h, b] -> [3, 0, 0] }");
  plan.inOut("A", "{ A[i] : 0 <= i < n and n >= 3 and T > 0 }");
  return {scop, scop, plan.Plan, plan.Parse};
}

/// The same for sor2d.
static const std::string Work2d =
    "0 <= t < T and 1 <= i <= n - 2 and 1 <= j <= m - 2 and h = floor(t/2) + b + c and "
    "b = floor((t + i)/4) and c = floor((t + j)/8)";

static Scop sor2dScop(IslContext &ctx) {
  return TestScop(ctx, "[T, n, m]")
      .array("A", 2)
      .statement("{ S0[t, i, j] : 0 <= t < T and 1 <= i <= n - 2 and 1 <= j <= m - 2 }",
                 "{ S0[t, i, j] -> [t, i, j] }")
      .write("{ S0[t, i, j] -> A[i, j] }")
      .read("{ S0[t, i, j] -> A[i - 1, j] }")
      .read("{ S0[t, i, j] -> A[i, j - 1] }")
      .read("{ S0[t, i, j] -> A[i, j] }")
      .read("{ S0[t, i, j] -> A[i, j + 1] }")
      .read("{ S0[t, i, j] -> A[i + 1, j] }")
      .build();
}

Case test::sor2d(IslContext &ctx) {
  Scop scop = sor2dScop(ctx);
  const std::string launch = "[floor(t/2) + floor((t + i)/4) + floor((t + j)/8)]";
  TestPlan plan(scop, "[T, n, m]", 1, "{ S0[t, i, j] -> " + launch + " }");
  plan.kernel("K0", {0})
      .launches("{ K0[h] -> [h] : T >= 1 and n >= 3 and m >= 3 and 0 <= h <= floor((T - 1)/2) + "
                "floor((T + n - 3)/4) + floor((T + m - 3)/8) }",
                {0})
      .host("{ S0[t, i, j] -> " + launch + " }")
      .blocks(2, "{ S0[t, i, j] -> [floor((t + i)/4), floor((t + j)/8)] }",
              "{ [h, b, c] : n >= 3 and m >= 3 and 0 <= 2h - 2b - 2c < T and "
              "4b + 2 >= 2h - 2b - 2c and 4b <= 2h - 2b - 2c + n - 1 and "
              "8c + 6 >= 2h - 2b - 2c and 8c <= 2h - 2b - 2c + m - 1 }")
      .threads({4, 8}, "{ S0[t, i, j] -> [(t + i) mod 4, (t + j) mod 8] }")
      .order({false, true, false},
             "{ S0[t, i, j] -> [2, (t mod 2) + ((t + i) mod 4) + ((t + j) mod 8), 0] }")
      .shared("s_A", 0, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, 0,
              "{ [h, b, c] -> A[(6b + 2c - 2h - 2), (10c + 2b - 2h - 2)] }", {7, 11},
              "{ [h, b, c] -> A[x, y] : exists t, i, j : " + Work2d +
                  " and ((x = i and j - 1 <= y <= j + 1) or (y = j and i - 1 <= x <= i + 1)) }")
      .stores("{ [h, b, c] -> A[i, j] : exists t : " + Work2d + " }")
      .copyIn(0, "{ load[h, b, c] -> [0, 0, 0] }")
      .barrier("{ loaded[h, b, c] -> [1, 0, 0] }")
      .barrier("{ step[h, b, c, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= 11 }")
      .copyOut(0, "{ store[h, b, c] -> [3, 0, 0] }");
  plan.inOut("A", "{ A[i, j] : 0 <= i < n and 0 <= j < m and n >= 3 and m >= 3 and T > 0 }");
  return {scop, scop, plan.Plan, plan.Parse};
}
