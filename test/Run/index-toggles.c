// Integers that are 0 or 1 by turns, in the other forms in which they are written: !k, k ^ 1, (k + 1) % 2, (k + 1) & 1.
// Each is taken as 1 - k, which is tested at the region's beginning.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 7 40 0 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: cp %s %t.cpp && %gputile_run --backend=cpu --check --order=random:7 %t.cpp -- -O1 --args 6 21 1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 0 9 1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 7 regions equal bit for bit
// Where they are something else, the loops run as they are.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 5 20 2 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: gputile-run: {{SAME}}: 7 regions equal bit for bit, same output (cpu, 1 execution;
#include <stdio.h>
#include <stdlib.h>

#define N 40
static double A[4][N];

static void negated(int T, int n, int cur) {
// CHECK: [[#@LINE+3]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+2]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur'
// CHECK: [[#@LINE+1]]:9: note: the original loops run unless {{.*}}cur
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[!cur][i] = A[cur][i - 1] * 0.5 + A[cur][i + 1] * 0.25;
    cur = !cur;
  }
  printf("%d\n", cur);
}
static void flipped(int T, int n, int cur) {
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[cur ^ 1][i] = A[cur][i - 1] * 0.25 + A[cur][i + 1] * 0.5;
    cur ^= 1;
  }
  printf("%d\n", cur);
}
static void next_of_each(int T, int n, int cur) {
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    const int next = (cur + 1) % 2;
    for (int i = 1; i < n - 1; i++)
      A[next][i] = A[cur][i - 1] * 0.125 + A[cur][i + 1] * 0.5;
    cur = next;
  }
  printf("%d\n", cur);
}
static void masked(int T, int n, unsigned cur) {
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[(cur + 1) & 1][i] = A[cur][i - 1] * 0.75 + A[cur][i + 1] * 0.25;
    cur = (1 + cur) & 1;
  }
  printf("%u\n", cur);
}
static void flipped_from_the_left(int T, int n, long cur) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[1 - cur][i] = A[cur][i - 1] * 0.5 + A[cur][i + 1] * 0.375;
    cur = 1 ^ cur;
  }
  printf("%ld\n", cur);
}
// Bits of subscripts that do not change: any number.
static void bits(int n) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[2 + ((i ^ 4) - i + 4) / 8][i ^ 1] += i;
}
// Another bit: k ^ 2 is not 1 - k. It is 0 and 2 by turns.
static void other_bit(int T, int n) {
  int k = 0;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) A[k ^ 2][i] += A[k][i];
    k ^= 2;
  }
  printf("%d\n", k);
}
int main(int argc, char **argv) {
  const int T = atoi(argv[1]), n = atoi(argv[2]), cur = atoi(argv[3]);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i + j) % 7;
  negated(T, n, cur);
  flipped(T, n, cur);
  next_of_each(T, n, cur);
  masked(T, n, (unsigned)cur);
  bits(N);
  if (cur < 2) {
    flipped_from_the_left(T, n, cur);
    other_bit(T, n);
  }
  double s = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < N; j++)
      s += A[i][j] * (i + 1 + j % 3);
  printf("%.17g\n", s);
  return 0;
}
