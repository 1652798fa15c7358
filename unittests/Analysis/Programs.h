//===- Programs.h - Scops that several tests use ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_ANALYSIS_PROGRAMS_H
#define GPUTILE_UNITTESTS_ANALYSIS_PROGRAMS_H

#include "TestScop.h"

namespace gputile::test {

/// for t = 1..T for i = 1..I: A[i] = 0.5 * (A[i] + A[i+1])   (Di et al. 2012, Figure 2)
inline Scop figure2(IslContext &ctx) {
  return TestScop(ctx, "[T, I]")
      .array("A", 1)
      .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> A[i] }")
      .build();
}

/// for t < T { for 1 <= i < n-1: B[i] = A[i-1] + A[i] + A[i+1]; for i: A[i] = B[i]; }
inline Scop jacobiCopyBack(IslContext &ctx) {
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

/// The 27-point stencil in three dimensions with a copy back, all sizes symbolic.
inline Scop jacobi27(IslContext &ctx) {
  std::string bounds = " : 0 <= t < T and 1 <= i < l - 1 and 1 <= j < m - 1 and 1 <= k < n - 1 }";
  TestScop scop(ctx, "[T, l, m, n]");
  scop.array("A", 3).array("B", 3);
  scop.statement("{ S0[t, i, j, k]" + bounds, "{ S0[t, i, j, k] -> [0, t, 0, i, 0, j, 0, k, 0] }");
  for (int di = -1; di <= 1; ++di)
    for (int dj = -1; dj <= 1; ++dj)
      for (int dk = -1; dk <= 1; ++dk)
        scop.read("{ S0[t, i, j, k] -> A[i + " + std::to_string(di) + ", j + " +
                  std::to_string(dj) + ", k + " + std::to_string(dk) + "] }");
  scop.write("{ S0[t, i, j, k] -> B[i, j, k] }");
  scop.statement("{ S1[t, i, j, k]" + bounds, "{ S1[t, i, j, k] -> [0, t, 1, i, 0, j, 0, k, 0] }");
  scop.read("{ S1[t, i, j, k] -> B[i, j, k] }").write("{ S1[t, i, j, k] -> A[i, j, k] }");
  return scop.build();
}

/// for i, j { C[i][j] = 0; for k: C[i][j] += A[i][k] * B[k][j]; }
inline Scop matmul(IslContext &ctx) {
  return TestScop(ctx, "[l, m, n]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .statement("{ S0[i, j] : 0 <= i < l and 0 <= j < m }", "{ S0[i, j] -> [i, j, 0, 0] }")
      .write("{ S0[i, j] -> C[i, j] }")
      .statement("{ S1[i, j, k] : 0 <= i < l and 0 <= j < m and 0 <= k < n }",
                 "{ S1[i, j, k] -> [i, j, 1, k] }")
      .update("{ S1[i, j, k] -> C[i, j] }")
      .read("{ S1[i, j, k] -> A[i, k] }")
      .read("{ S1[i, j, k] -> B[k, j] }")
      .build();
}

} // namespace gputile::test

#endif
