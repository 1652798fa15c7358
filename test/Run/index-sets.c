// Loops that are sequential for one row, column or element that all iterations read: their domains are split
// there, and the parts run in parallel.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=random:5 %s -- -std=c11 -O1 -w > %t.out2
// RUN: cmp %t.out %t.out2
// RUN: %gputile_run --backend=cpu --race --order=reverse --launch=kernels %s -- -std=c11 -O1 -w > %t.out2
// RUN: cmp %t.out %t.out2
// RUN: %gputile --dump-json=%t.json --output-dir=%T %s -- -std=c11 -w
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// CHECK-NOT: one thread
// CHECK: region runs on the GPU: scheme parallel
// CHECK: note: rewritten before scheduling: 1 statement split into 9 parts
// CHECK: region runs on the GPU: scheme parallel
// CHECK: note: rewritten before scheduling: 1 statement split into 3 parts
// CHECK: region runs on the GPU: scheme parallel
// CHECK: note: rewritten before scheduling: 1 statement split into 2 parts
// CHECK: region runs on the GPU: scheme parallel
// CHECK: note: rewritten before scheduling: 1 statement split into 2 parts
// CHECK: region runs on the GPU: scheme parallel
// CHECK: note: rewritten before scheduling: 1 statement split into 3 parts
// CHECK: gputile-run: SAME: 5 regions equal bit for bit, same output
// JSON: "indexSets": [
// JSON: "parts": [
// JSON-NEXT: "S0",
// JSON-NEXT: "S1",
// JSON: "statement": "S0"
#include <stdio.h>

#define N 70
static double A[N][N], B[N][N], X[3000];

static void shortest_paths(int n) {
#pragma gpu_tile
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];
}
// The pivot is among the elements that are scaled.
static void scale(int n, int k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    X[i] = X[i] / X[k];
}
static void relative_to_last(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    X[i] = X[i] - 0.5 * X[n - 1];
}
static void backwards(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    X[i] = X[i] + X[n - 1 - i];
}
// All rows but the pivot's; that one is among those of the loop.
static void eliminate(int n) {
#pragma gpu_tile
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = k + 1; j < n; j++)
        B[i][j] = B[i][j] - 0.01 * B[i][k] * B[k][j];
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * 31 + j * 17) % 101;
      B[i][j] = 1.0 + (i * 7 + j * 13) % 11;
    }
  for (int i = 0; i < 3000; i++)
    X[i] = 1.0 + i % 17;
  shortest_paths(N);
  shortest_paths(1);
  scale(3000, 1234);
  scale(2, 0);
  scale(5, 4);
  relative_to_last(3000);
  backwards(2999);
  backwards(3000);
  eliminate(N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += A[i][j] * (i + 2 * j) + B[i][j];
  for (int i = 0; i < 3000; i++)
    sum += X[i] * i;
  printf("%.17g\n", sum);
  return 0;
}
