// Arrays of constant size that serve as scratch space: every iteration has a copy, also where only the
// program knows that they are large enough.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- -std=c11 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: FileCheck %s --check-prefix=GUARD --input-file=%t/scratch-arrays.gputile.cu
#include <stdio.h>
#define M 20
#define N 18

// TILES: :[[#@LINE+6]]:{{.*}}note: kernel '{{.*}}_k0': tile 4x8x32
// TILES: :[[#@LINE+5]]:{{.*}}note: kernel '{{.*}}_k1': tile 4x8x32
// GUARD: int gputile_scratch_arrays_outside_{{[0-9]+}}(
// GUARD: return gpt_fallback(region, GPT_GUARD, "n <= 20 does not hold");
static void outside(int n, double u[N][N][N], double r[N][N][N]) {
  double row[M];
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      for (int k = 0; k < n; k++)
        row[k] = u[i][j - 1][k] + u[i + 1][j][k];
      for (int k = 1; k < n - 1; k++)
        r[i][j][k] = u[i][j][k] - (row[k - 1] + row[k + 1]);
    }
}
static void inside(int n, double u[N][N][N], double r[N][N][N]) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double row[M], other[M];
      for (int k = 0; k < n; k++) {
        row[k] = u[i][j - 1][k] + u[i + 1][j][k];
        other[k] = u[j][i][k];
      }
      for (int k = 1; k < n - 1; k++)
        r[i][j][k] = other[k] - (row[k - 1] + row[k + 1]);
    }
}
/// The array has its last values after the region.
static double read_after(int n, double u[N][N][N]) {
  double row[M] = {0}, sum = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      row[k] = u[i][0][k];
    for (int k = 1; k < n; k++)
      u[i][1][k] = row[k - 1];
  }
  for (int k = 0; k < M; k++)
    sum += row[k] * k;
  return sum;
}
/// An iteration reads what the one before has left.
static void carried(int n, double u[N][N][N]) {
  double row[M] = {0};
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k += 2)
      row[k] = u[i][2][k];
    for (int k = 0; k < n; k++) {
      u[i][3][k] += row[k];
      row[k] += 1;
    }
  }
}

int main(void) {
  static double u[N][N][N], r[N][N][N];
  double sum = 0, *values = (double *)u, *results = (double *)r;
  for (int i = 0; i < N * N * N; i++)
    values[i] = i % 17 - i % 5 * 0.5;
  outside(N, u, r);
  outside(2, u, r);
  sum += r[3][4][5];
  inside(N, u, r);
  inside(-1, u, r);
  sum += read_after(N, u);
  carried(N, u);
  for (int i = 0; i < N * N * N; i++)
    sum += (values[i] + results[i]) * (i % 11);
  printf("%.17g\n", sum);
  return 0;
}
