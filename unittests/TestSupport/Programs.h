//===- Programs.h - Scops that several tests use ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_PROGRAMS_H
#define GPUTILE_UNITTESTS_PROGRAMS_H

#include "TestScop.h"

#include <utility>

namespace gputile::test {

/// for t, i: A[i] = 0.5 * (A[i] + A[i+1])   (Di et al. 2012, Figure 2)
inline Scop figure2(IslContext &ctx) {
  return TestScop(ctx, "[T, I]")
      .array("A", 1)
      .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> A[i] }")
      .build();
}

/// A0[I+1] = A[I+1];
/// for t { for i >= 2: A0[i] = A[i]; for i: A[i] = 0.5 * (A[i] + A0[i+1]); }
/// (Di et al. 2012, Figure 7: Figure 2 after array copying; S0 of the paper is S1 here)
inline Scop figure7(IslContext &ctx) {
  return TestScop(ctx, "[T, I]")
      .array("A", 1)
      .array("A0", 1)
      .statement("{ S0[] }", "{ S0[] -> [0, 0, 0, 0] }")
      .read("{ S0[] -> A[I + 1] }")
      .write("{ S0[] -> A0[I + 1] }")
      .statement("{ S1[t, i] : 1 <= t <= T and 2 <= i <= I }", "{ S1[t, i] -> [1, t, 0, i] }")
      .read("{ S1[t, i] -> A[i] }")
      .write("{ S1[t, i] -> A0[i] }")
      .statement("{ S2[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S2[t, i] -> [1, t, 1, i] }")
      .update("{ S2[t, i] -> A[i] }")
      .read("{ S2[t, i] -> A0[i + 1] }")
      .build();
}

/// for t { for i: B[i] = A[i-1] + A[i] + A[i+1]; for i: A[i] = B[i]; }
inline Scop jacobi1d(IslContext &ctx) {
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

/// B = f of the elements of A at \p neighbours, each (di, dj); then A = B.
inline Scop jacobi2d(IslContext &ctx, const std::vector<std::pair<int, int>> &neighbours) {
  std::string bounds = " : 0 <= t < T and 1 <= i < n - 1 and 1 <= j < m - 1 }";
  TestScop scop(ctx, "[T, n, m]");
  scop.array("A", 2).array("B", 2);
  scop.statement("{ S0[t, i, j]" + bounds, "{ S0[t, i, j] -> [t, 0, i, j] }");
  for (auto [di, dj] : neighbours)
    scop.read("{ S0[t, i, j] -> A[i + " + std::to_string(di) + ", j + " + std::to_string(dj) +
              "] }");
  scop.write("{ S0[t, i, j] -> B[i, j] }");
  scop.statement("{ S1[t, i, j]" + bounds, "{ S1[t, i, j] -> [t, 1, i, j] }");
  scop.read("{ S1[t, i, j] -> B[i, j] }").write("{ S1[t, i, j] -> A[i, j] }");
  return scop.build();
}

/// The star of five points.
inline Scop jacobi2d5(IslContext &ctx) {
  return jacobi2d(ctx, {{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}});
}

/// The star and two corners (2-D heat of Di et al. 2012, seven points).
inline Scop heat2d(IslContext &ctx) {
  return jacobi2d(ctx, {{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, 1}});
}

/// A 3-D stencil with a copy back; \p points 7 (the neighbours) or 27 (the cube).
inline Scop jacobi3d(IslContext &ctx, unsigned points, const std::string &parameters = "[T, n]",
                     const std::string &T = "T", const std::string &n = "n") {
  std::string bounds = " : 0 <= t < " + T + " and 1 <= i, j, k < " + n + " - 1 }";
  TestScop scop(ctx, parameters);
  scop.array("A", 3).array("B", 3);
  scop.statement("{ S0[t, i, j, k]" + bounds, "{ S0[t, i, j, k] -> [t, 0, i, j, k] }");
  for (int di = -1; di <= 1; ++di)
    for (int dj = -1; dj <= 1; ++dj)
      for (int dk = -1; dk <= 1; ++dk)
        if (points == 27 || di * di + dj * dj + dk * dk <= 1)
          scop.read("{ S0[t, i, j, k] -> A[i + " + std::to_string(di) + ", j + " +
                    std::to_string(dj) + ", k + " + std::to_string(dk) + "] }");
  scop.write("{ S0[t, i, j, k] -> B[i, j, k] }");
  scop.statement("{ S1[t, i, j, k]" + bounds, "{ S1[t, i, j, k] -> [t, 1, i, j, k] }");
  scop.read("{ S1[t, i, j, k] -> B[i, j, k] }").write("{ S1[t, i, j, k] -> A[i, j, k] }");
  return scop.build();
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

/// for t, i: A[i] = (A[i-1] + A[i] + A[i+1]) / 3
inline Scop sor1d(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[i - 1] }")
      .update("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .build();
}

/// for t, i, j: A[i][j] = f of its 5 (star) or 9 (square) neighbours
inline Scop sor2d(IslContext &ctx, unsigned points) {
  TestScop scop(ctx, "[T, n]");
  scop.array("A", 2).statement("{ S0[t, i, j] : 0 <= t < T and 1 <= i, j < n - 1 }",
                               "{ S0[t, i, j] -> [t, i, j] }");
  scop.update("{ S0[t, i, j] -> A[i, j] }");
  for (int di = -1; di <= 1; ++di)
    for (int dj = -1; dj <= 1; ++dj)
      if ((di || dj) && (points == 9 || di == 0 || dj == 0))
        scop.read("{ S0[t, i, j] -> A[i + " + std::to_string(di) + ", j + " + std::to_string(dj) +
                  "] }");
  return scop.build();
}

/// for i, j { C[i][j] = 0; for k: C[i][j] += A[i][k] * B[k][j]; }
inline Scop gemm(IslContext &ctx) {
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

/// D = A B; E = D C, each with its own initialisation.
inline Scop twoMatmuls(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .array("D", 2)
      .array("E", 2)
      .statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [0, i, j, 0, 0] }")
      .write("{ S0[i, j] -> D[i, j] }")
      .statement("{ S1[i, j, k] : 0 <= i, j, k < n }", "{ S1[i, j, k] -> [0, i, j, 1, k] }")
      .update("{ S1[i, j, k] -> D[i, j] }")
      .read("{ S1[i, j, k] -> A[i, k] }")
      .read("{ S1[i, j, k] -> B[k, j] }")
      .statement("{ S2[i, j] : 0 <= i, j < n }", "{ S2[i, j] -> [1, i, j, 0, 0] }")
      .write("{ S2[i, j] -> E[i, j] }")
      .statement("{ S3[i, j, k] : 0 <= i, j, k < n }", "{ S3[i, j, k] -> [1, i, j, 1, k] }")
      .update("{ S3[i, j, k] -> E[i, j] }")
      .read("{ S3[i, j, k] -> D[i, k] }")
      .read("{ S3[i, j, k] -> C[k, j] }")
      .build();
}

/// for k, i, j: P[i][j] = min(P[i][j], P[i][k] + P[k][j])
inline Scop floydWarshall(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("P", 2)
      .statement("{ S0[k, i, j] : 0 <= k, i, j < n }", "{ S0[k, i, j] -> [k, i, j] }")
      .update("{ S0[k, i, j] -> P[i, j] }")
      .read("{ S0[k, i, j] -> P[i, k] }")
      .read("{ S0[k, i, j] -> P[k, j] }")
      .build();
}

/// The Cholesky factorisation of PolyBench.
inline Scop cholesky(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .statement("{ S0[i, j, k] : 0 <= i < n and 0 <= j < i and 0 <= k < j }",
                 "{ S0[i, j, k] -> [i, 0, j, 0, k] }")
      .update("{ S0[i, j, k] -> A[i, j] }")
      .read("{ S0[i, j, k] -> A[i, k] }")
      .read("{ S0[i, j, k] -> A[j, k] }")
      .statement("{ S1[i, j] : 0 <= i < n and 0 <= j < i }", "{ S1[i, j] -> [i, 0, j, 1, 0] }")
      .update("{ S1[i, j] -> A[i, j] }")
      .read("{ S1[i, j] -> A[j, j] }")
      .statement("{ S2[i, k] : 0 <= i < n and 0 <= k < i }", "{ S2[i, k] -> [i, 1, k, 0, 0] }")
      .update("{ S2[i, k] -> A[i, i] }")
      .read("{ S2[i, k] -> A[i, k] }")
      .statement("{ S3[i] : 0 <= i < n }", "{ S3[i] -> [i, 2, 0, 0, 0] }")
      .update("{ S3[i] -> A[i, i] }")
      .build();
}

/// The LU factorisation without pivoting, right-looking.
inline Scop luRightLooking(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .statement("{ S0[k, i] : 0 <= k < n and k < i < n }", "{ S0[k, i] -> [k, 0, i, 0] }")
      .update("{ S0[k, i] -> A[i, k] }")
      .read("{ S0[k, i] -> A[k, k] }")
      .statement("{ S1[k, i, j] : 0 <= k < n and k < i < n and k < j < n }",
                 "{ S1[k, i, j] -> [k, 1, i, j] }")
      .update("{ S1[k, i, j] -> A[i, j] }")
      .read("{ S1[k, i, j] -> A[i, k] }")
      .read("{ S1[k, i, j] -> A[k, j] }")
      .build();
}

/// The LU factorisation of PolyBench (Crout's order).
inline Scop luPolybench(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .statement("{ S0[i, j, k] : 0 <= i < n and 0 <= j < i and 0 <= k < j }",
                 "{ S0[i, j, k] -> [i, 0, j, 0, k] }")
      .update("{ S0[i, j, k] -> A[i, j] }")
      .read("{ S0[i, j, k] -> A[i, k] }")
      .read("{ S0[i, j, k] -> A[k, j] }")
      .statement("{ S1[i, j] : 0 <= i < n and 0 <= j < i }", "{ S1[i, j] -> [i, 0, j, 1, 0] }")
      .update("{ S1[i, j] -> A[i, j] }")
      .read("{ S1[i, j] -> A[j, j] }")
      .statement("{ S2[i, j, k] : 0 <= i < n and i <= j < n and 0 <= k < i }",
                 "{ S2[i, j, k] -> [i, 1, j, 0, k] }")
      .update("{ S2[i, j, k] -> A[i, j] }")
      .read("{ S2[i, j, k] -> A[i, k] }")
      .read("{ S2[i, j, k] -> A[k, j] }")
      .build();
}

/// for i { x[i] = b[i]; for j < i: x[i] -= L[i][j] * x[j]; x[i] /= L[i][i]; }
inline Scop trisolv(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("x", 1)
      .array("b", 1)
      .array("L", 2)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0, 0] }")
      .read("{ S0[i] -> b[i] }")
      .write("{ S0[i] -> x[i] }")
      .statement("{ S1[i, j] : 0 <= i < n and 0 <= j < i }", "{ S1[i, j] -> [i, 1, j] }")
      .update("{ S1[i, j] -> x[i] }")
      .read("{ S1[i, j] -> L[i, j] }")
      .read("{ S1[i, j] -> x[j] }")
      .statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [i, 2, 0] }")
      .update("{ S2[i] -> x[i] }")
      .read("{ S2[i] -> L[i, i] }")
      .build();
}

/// fdtd-2d of PolyBench: ey's border, ey, ex, hz per time step.
inline Scop fdtd2d(IslContext &ctx) {
  return TestScop(ctx, "[T, m, n]")
      .array("ex", 2)
      .array("ey", 2)
      .array("hz", 2)
      .array("fict", 1)
      .statement("{ S0[t, j] : 0 <= t < T and 0 <= j < n }", "{ S0[t, j] -> [t, 0, j, 0] }")
      .read("{ S0[t, j] -> fict[t] }")
      .write("{ S0[t, j] -> ey[0, j] }")
      .statement("{ S1[t, i, j] : 0 <= t < T and 1 <= i < m and 0 <= j < n }",
                 "{ S1[t, i, j] -> [t, 1, i, j] }")
      .update("{ S1[t, i, j] -> ey[i, j] }")
      .read("{ S1[t, i, j] -> hz[i, j] }")
      .read("{ S1[t, i, j] -> hz[i - 1, j] }")
      .statement("{ S2[t, i, j] : 0 <= t < T and 0 <= i < m and 1 <= j < n }",
                 "{ S2[t, i, j] -> [t, 2, i, j] }")
      .update("{ S2[t, i, j] -> ex[i, j] }")
      .read("{ S2[t, i, j] -> hz[i, j] }")
      .read("{ S2[t, i, j] -> hz[i, j - 1] }")
      .statement("{ S3[t, i, j] : 0 <= t < T and 0 <= i < m - 1 and 0 <= j < n - 1 }",
                 "{ S3[t, i, j] -> [t, 3, i, j] }")
      .update("{ S3[t, i, j] -> hz[i, j] }")
      .read("{ S3[t, i, j] -> ex[i, j + 1] }")
      .read("{ S3[t, i, j] -> ex[i, j] }")
      .read("{ S3[t, i, j] -> ey[i + 1, j] }")
      .read("{ S3[t, i, j] -> ey[i, j] }")
      .build();
}

/// y = A^T (A x), both initialised.
inline Scop atax(IslContext &ctx) {
  return TestScop(ctx, "[m, n]")
      .array("A", 2)
      .array("x", 1)
      .array("y", 1)
      .array("s", 1)
      .statement("{ S0[j] : 0 <= j < n }", "{ S0[j] -> [0, j, 0, 0] }")
      .write("{ S0[j] -> y[j] }")
      .statement("{ S1[i] : 0 <= i < m }", "{ S1[i] -> [1, i, 0, 0] }")
      .write("{ S1[i] -> s[i] }")
      .statement("{ S2[i, j] : 0 <= i < m and 0 <= j < n }", "{ S2[i, j] -> [1, i, 1, j] }")
      .update("{ S2[i, j] -> s[i] }")
      .read("{ S2[i, j] -> A[i, j] }")
      .read("{ S2[i, j] -> x[j] }")
      .statement("{ S3[i, j] : 0 <= i < m and 0 <= j < n }", "{ S3[i, j] -> [1, i, 2, j] }")
      .update("{ S3[i, j] -> y[j] }")
      .read("{ S3[i, j] -> A[i, j] }")
      .read("{ S3[i, j] -> s[i] }")
      .build();
}

/// for i: B[i] = A[i]; for i: C[i] = B[n-1-i]
inline Scop reversedCopy(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 1)
      .array("B", 1)
      .array("C", 1)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
      .read("{ S0[i] -> A[i] }")
      .write("{ S0[i] -> B[i] }")
      .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [1, i] }")
      .read("{ S1[i] -> B[n - 1 - i] }")
      .write("{ S1[i] -> C[i] }")
      .build();
}

/// for i: s[i] = A[i] + i; for i: B[i] = s[i-1] + s[i]; for i: D[i] = A[i]
inline Scop threeLoops(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 1)
      .array("s", 1)
      .array("B", 1)
      .array("D", 1)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i] }")
      .read("{ S0[i] -> A[i] }")
      .write("{ S0[i] -> s[i] }")
      .statement("{ S1[i] : 1 <= i < n }", "{ S1[i] -> [1, i] }")
      .read("{ S1[i] -> s[i - 1] }")
      .read("{ S1[i] -> s[i] }")
      .write("{ S1[i] -> B[i] }")
      .statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [2, i] }")
      .read("{ S2[i] -> A[i] }")
      .write("{ S2[i] -> D[i] }")
      .build();
}

/// for i, j < i { x[i] += L[i][j] * x[j]; y[j] += L[i][j]; } in one statement, with
/// dependences of no constant distance (x[j] is complete i - j iterations before).
inline Scop triangularUpdate(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("x", 1)
      .array("y", 1)
      .array("L", 2)
      .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < i }", "{ S0[i, j] -> [i, j] }")
      .update("{ S0[i, j] -> x[i] }")
      .update("{ S0[i, j] -> y[j] }")
      .read("{ S0[i, j] -> L[i, j] }")
      .read("{ S0[i, j] -> x[j] }")
      .build();
}

/// for i, t, k: B[i][k] = f(B[i][n-1-k]): no row tells the order of one t's k.
inline Scop mirrored(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("B", 2)
      .statement("{ S0[i, t, k] : 0 <= i, k < n and 0 <= t < T }", "{ S0[i, t, k] -> [i, t, k] }")
      .read("{ S0[i, t, k] -> B[i, n - 1 - k] }")
      .write("{ S0[i, t, k] -> B[i, k] }")
      .build();
}

/// for t, i, j: A[t+1][j][i] = f of the star around A[t][j][i]
inline Scop transposedStencil(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 3)
      .statement("{ S0[t, i, j] : 0 <= t < T and 1 <= i, j < n - 1 }",
                 "{ S0[t, i, j] -> [t, i, j] }")
      .read("{ S0[t, i, j] -> A[t, j, i] }")
      .read("{ S0[t, i, j] -> A[t, j - 1, i] }")
      .read("{ S0[t, i, j] -> A[t, j + 1, i] }")
      .read("{ S0[t, i, j] -> A[t, j, i - 1] }")
      .read("{ S0[t, i, j] -> A[t, j, i + 1] }")
      .write("{ S0[t, i, j] -> A[t + 1, j, i] }")
      .build();
}

/// for t, i { B[i] = A[i-1] + A[i]; A[i] = B[i]; }: a cycle along i between statements
/// that depend on themselves along t only.
inline Scop interleavedUpdate(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .array("B", 1)
      .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n }", "{ S0[t, i] -> [t, i, 0] }")
      .read("{ S0[t, i] -> A[i - 1] }")
      .read("{ S0[t, i] -> A[i] }")
      .write("{ S0[t, i] -> B[i] }")
      .statement("{ S1[t, i] : 0 <= t < T and 1 <= i < n }", "{ S1[t, i] -> [t, i, 1] }")
      .read("{ S1[t, i] -> B[i] }")
      .write("{ S1[t, i] -> A[i] }")
      .build();
}

/// for t, i { B[t][i] = A[t][i-1] + A[t-1][i]; A[t][i] = B[t][i]; }: the same without
/// dependences of a statement on itself.
inline Scop interleavedExpanded(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 2)
      .array("B", 2)
      .statement("{ S0[t, i] : 1 <= t < T and 1 <= i < n }", "{ S0[t, i] -> [t, i, 0] }")
      .read("{ S0[t, i] -> A[t, i - 1] }")
      .read("{ S0[t, i] -> A[t - 1, i] }")
      .write("{ S0[t, i] -> B[t, i] }")
      .statement("{ S1[t, i] : 1 <= t < T and 1 <= i < n }", "{ S1[t, i] -> [t, i, 1] }")
      .read("{ S1[t, i] -> B[t, i] }")
      .write("{ S1[t, i] -> A[t, i] }")
      .build();
}

/// for t { A[0] = a[t]; for i: A[i] = (A[i-1] + A[i] + A[i+1]) / 3; }
inline Scop drivenSor1d(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .array("a", 1)
      .statement("{ S0[t] : 0 <= t < T }", "{ S0[t] -> [t, 0, 0] }")
      .read("{ S0[t] -> a[t] }")
      .write("{ S0[t] -> A[0] }")
      .statement("{ S1[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S1[t, i] -> [t, 1, i] }")
      .update("{ S1[t, i] -> A[i] }")
      .read("{ S1[t, i] -> A[i - 1] }")
      .read("{ S1[t, i] -> A[i + 1] }")
      .build();
}

/// for t, i: A[t+1][n-i] = A[t][n-i]
inline Scop backwardCopy(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 2)
      .statement("{ S0[t, i] : 0 <= t < T and 0 <= i <= n }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[t, n - i] }")
      .write("{ S0[t, i] -> A[t + 1, n - i] }")
      .build();
}

} // namespace gputile::test

#endif
