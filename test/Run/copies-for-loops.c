// Copies take the place of false dependences where a statement gets another parallel loop by them, without a clause.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 5 regions equal bit for bit, same output
#include <stdio.h>

#define M 75
#define N 90
static float A[M][M], B[M][N], C[M][N];
static double x[4 * N], y[4 * N];

// A product in place: rows that come later are read as they were.
static void trmm(int m, int n, float alpha) {
// CHECK: [[#@LINE+3]]:9: remark: region runs on the GPU: scheme parallel (model), {{.*}}2 kernels [
// CHECK: [[#@LINE+2]]:9: note: rewritten before scheduling: copies in place of false dependences, false_deps remove (model)
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}: tile 128x128x16
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = alpha * B[i][j];
    }
}

// One loop: without the copy it runs on one thread.
static void shift(int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 2 kernels [
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: copies in place of false dependences, false_deps remove (model)
#pragma gpu_tile
  for (int i = 0; i < n - 1; i++)
    x[i] = 0.5 * x[i + 1] + y[i];
}

// From above and from below in one statement: the half of the reads that are of new values stays sequential.
static void sweep(int n) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}} 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel {{.*}}: tile 64x1
#pragma gpu_tile
  for (int j = 0; j < N; j++)
    for (int i = 1; i < n - 1; i++)
      C[i][j] = C[i - 1][j] + C[i + 1][j];
}

// Two parallel loops suffice: a copy would only cost memory.
static void planes(int m, int n) {
// CHECK: [[#@LINE+1]]:9: remark: {{.*}} 1 kernel [
#pragma gpu_tile
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        C[i][j] = C[i][j] * 0.5f + t;
}

// In a time loop, with a condition: without the copy, diagonals are launched.
static void limited(int steps, int n) {
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: copies in place of false dependences, false_deps remove (model)
#pragma gpu_tile scheme(parallel)
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n - 2; i++)
      if (x[i + 2] > 1.0)
        x[i] = x[i + 2] - 0.25 * y[i];
}

// Nobody wants copies.
static void kept(int n) {
// CHECK: [[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile false_deps(keep)
  for (int i = 0; i < n - 1; i++)
    y[i] = 0.5 * y[i + 1];
}

int main(void) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      A[i][j] = (float)(i * 7 % 13 - j * 5 % 11) / 8;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      B[i][j] = (float)((i * 3 + j * 5) % 17) / 4;
      C[i][j] = (float)((i + j * 2) % 19) / 4;
    }
  for (int i = 0; i < 4 * N; i++) {
    x[i] = i * 11 % 23 / 8.0;
    y[i] = i * 5 % 29 / 4.0;
  }
  trmm(M, N, 0.25f);
  trmm(33, 64, 0.5f);
  shift(4 * N);
  shift(2);
  shift(1);
  sweep(M);
  planes(M, N);
  limited(3, 4 * N);
  limited(2, 3);
  kept(4 * N);
  double sum = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      sum += B[i][j] * ((i + j) % 5) + C[i][j] / (1 + i);
  for (int i = 0; i < 4 * N; i++)
    sum += x[i] * (i % 7) - y[i];
  printf("%a\n", sum);
  return 0;
}
