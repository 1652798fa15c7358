// Few threads run long loops over what all threads of their blocks fetch: sums of rows and columns, and sweeps; and
// recurrences over intervals run along diagonals.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <stdio.h>

#define M 301
#define N 270
static float A[M][N], B[M][N], P[M][N];
static double x[M], y[N], z[M];
static int best[60][60];

// Columns: the threads of a warp read neighbours, but there are few of them.
static void columns(int m, int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}: tile 8x256 (model), block 128
#pragma gpu_tile
  for (int j = 0; j < n; j++) {
    y[j] = 0;
    for (int i = 0; i < m; i++)
      y[j] += A[i][j] * x[i];
  }
}

// Rows of two matrices.
static void rows(int m, int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}: tile 8x256 (model), block 128
#pragma gpu_tile
  for (int i = 0; i < m; i++) {
    z[i] = 0;
    for (int j = 0; j < n; j++)
      z[i] += A[i][j] * y[j] + B[i][j];
  }
}

// Rows of a triangle, from the diagonal on.
static void triangle(int m, int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}: tile 8x256 (model), block 128
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = i; j < n; j++)
      x[i] += A[i][j];
}

// A sweep forwards and one backwards: what a thread has written it reads again.
static void sweeps(int m, int n) {
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}: tile 8x256 (model), block 128
#pragma gpu_tile
  for (int i = 0; i < m; i++) {
    P[i][0] = 0;
    for (int j = 1; j < n - 1; j++)
      P[i][j] = A[i][j] / (4.0f - 0.5f * P[i][j - 1]);
    for (int j = n - 2; j >= 1; j--)
      B[i][j] = P[i][j] + 0.5f * B[i][j + 1];
  }
}

// Sizes of a clause are kept: no threads only fetch.
static void given(int m, int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}, block 64 (clause)
#pragma gpu_tile block(64)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      y[j] += B[i][j];
}

// Intervals from i to j: a kernel for each diagonal.
static void intervals(int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}, launch cooperative
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      best[i][j] = best[i][j] >= best[i][j - 1] ? best[i][j] : best[i][j - 1];
      if (i + 1 < n)
        best[i][j] = best[i][j] >= best[i + 1][j] ? best[i][j] : best[i + 1][j];
      for (int k = i + 1; k < j; k++)
        best[i][j] = best[i][j] >= best[i][k] + best[k + 1][j] ? best[i][j] : best[i][k] + best[k + 1][j];
    }
}

int main(void) {
  for (int i = 0; i < M; i++) {
    x[i] = (i * 7 % 31) * 0.37;
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * 13 + j * 5) % 101 * 0.01f;
      B[i][j] = (i * 3 + j * 11) % 53 * 0.1f;
    }
  }
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      best[i][j] = (i * 7 + j * 3) % 11 - 5;
  columns(M, N);
  rows(M, N);
  triangle(M, N);
  sweeps(M, N);
  given(M, N);
  intervals(60);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += x[i] + y[i] + z[i] + B[i][i] + P[i][i];
  printf("%a %d\n", sum, best[0][59]);
}
