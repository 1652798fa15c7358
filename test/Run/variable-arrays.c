// Arrays of variable length that serve as scratch space: every iteration has a copy.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 8 regions equal bit for bit, same output
// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- -std=c11 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: FileCheck %s --check-prefix=GUARD --input-file=%t/variable-arrays.gputile.cu
#include <stdio.h>
#define N 18

// Copies for every iteration take memory, so that large sizes stay with the original loops.
// TILES: :[[#@LINE+3]]:{{.*}}region runs on the GPU
// GUARD: int gputile_variable_arrays_rows_{{[0-9]+}}(
static void rows(int n, double u[N][N][N], double r[N][N][N]) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double row[n], other[n + 1];
      for (int k = 0; k < n; k++) {
        row[k] = u[i][j - 1][k] + u[i + 1][j][k];
        other[k + 1] = u[j][i][k];
      }
      for (int k = 1; k < n - 1; k++)
        r[i][j][k] = other[k] - (row[k - 1] + row[k + 1]);
    }
}

/// Two dimensions, one of them constant; a size that is a local of the iteration.
static void planes(int n, double u[N][N][N], double r[N][N][N]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int m = n - 1;
    double plane[m][3];
    for (int k = 0; k < m; k++)
      for (int c = 0; c < 3; c++)
        plane[k][c] = u[i][k][c] * c;
    for (int k = 0; k < m; k++)
      r[i][0][k] += plane[k][0] + plane[m - 1 - k][2];
  }
}

/// Sizes that depend on the iteration, or on data.
static void triangles(int n, double u[N][N][N], double r[N][N][N], const int *size) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double part[i + 1], few[size[i]];
    few[0] = u[i][1][1];
    for (int k = 0; k <= i; k++)
      part[k] = u[i][k][0] + few[0];
    for (int k = 0; k <= i; k++)
      r[i][1][k] = part[i - k];
  }
}

/// Without loops between its uses, and under a condition on data.
static void single(int n, double u[N][N][N], double r[N][N][N]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double pair[n];
    pair[0] = u[i][2][2];
    pair[1] = pair[0] * 2;
    r[i][2][0] = pair[1] - u[0][2][2];
    if (u[i][0][0] > 1) {
      double more[n];
      for (int k = 0; k < n; k++)
        more[k] = u[i][3][k] * 3;
      for (int k = 0; k < n; k++)
        r[i][3][k] = more[n - 1 - k];
    }
  }
}

/// Declared before the region, and not read after it.
static void before(int n, double u[N][N][N], double r[N][N][N]) {
  double row[n];
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      row[k] = u[i][4][k];
    for (int k = 1; k < n; k++)
      r[i][4][k] = row[k - 1];
  }
}

/// The loop around it is sequential: no copies, and n may be large.
static void steps(int n, double *a, int t) {
#pragma gpu_tile
  for (int s = 0; s < t; s++) {
    double old[n];
    for (int k = 0; k < n; k++)
      old[k] = a[k] * 0.5;
    for (int k = 1; k < n - 1; k++)
      a[k] = old[k - 1] + old[k + 1];
  }
}

/// Pointers to rows of variable length.
static void views(int n, int m, double (*u)[m], double (*r)[m]) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    double (*from)[m] = u + i - 1;
    double(*to)[m] = &r[i];
    for (int k = 0; k < m; k++)
      (*to)[k] = from[0][k] + from[1][k];
  }
}

/// In a function.
static void smooth(int m, const double *from, double *to) {
  double t[m + 2];
  t[0] = t[m + 1] = 0;
  for (int k = 0; k < m; k++)
    t[k + 1] = from[k];
  for (int k = 0; k < m; k++)
    to[k] = t[k] + t[k + 2];
}
static void called(int n, double u[N][N][N], double r[N][N][N]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    smooth(n, u[i][6], r[i][6]);
}

int main(void) {
  static double u[N][N][N], r[N][N][N], a[5000];
  static int size[N];
  double sum = 0, *values = (double *)u, *results = (double *)r;
  for (int i = 0; i < N * N * N; i++)
    values[i] = i % 17 - i % 5 * 0.5;
  for (int i = 0; i < 5000; i++)
    a[i] = i % 13;
  for (int i = 0; i < N; i++)
    size[i] = 1 + i % 3;
  rows(N, u, r);
  planes(N, u, r);
  triangles(N, u, r, size);
  single(N, u, r);
  before(N, u, r);
  steps(5000, a, 3);
  views(N, N, u[5], r[5]);
  called(N, u, r);
  for (int i = 0; i < N * N * N; i++)
    sum += results[i] * (i % 11);
  for (int i = 0; i < 5000; i++)
    sum += a[i] * (i % 7);
  printf("%.17g\n", sum);
}
