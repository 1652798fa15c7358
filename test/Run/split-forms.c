// Forms of stencils that scheme split takes: two to five statements in a time loop, reads
// from two and three steps before, buffers by time, reach that leans to a side, no reach
// at all, time that runs backwards or in steps of two, bounds that move, conditions.
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=split %s -- -O1 --args 11 45 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --tile=3,17 %s -- -O1 --args 11 45 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --launch=cooperative --tile=1 %s -- -O1 --args 5 21 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 10 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>

// ping-pong with two statements
static void pingpong(int T, int n, double *restrict A, double *restrict B) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.25 * (A[i - 1] + 2 * A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = 0.25 * (B[i - 1] + 2 * B[i] + B[i + 1]);
  }
}
// three statements chained
static void three(int T, int n, double *restrict A, double *restrict B, double *restrict C) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + 0.5 * A[i + 1];
    for (int i = 1; i < n - 2; i++)
      C[i] = B[i] - 0.25 * B[i + 1];
    for (int i = 2; i < n - 2; i++)
      A[i] = 0.5 * C[i - 1] + 0.125 * A[i];
  }
}
// five
static void five(int T, int n, double *restrict A, double *restrict B, double *restrict C,
                 double *restrict D, double *restrict E) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n; i++)
      B[i] = A[i - 1] * 0.5;
    for (int i = 1; i < n; i++)
      C[i] = B[i - 1] + 1;
    for (int i = 0; i < n - 1; i++)
      D[i] = C[i + 1] - B[i];
    for (int i = 0; i < n - 1; i++)
      E[i] = D[i + 1] * 0.25;
    for (int i = 0; i < n; i++)
      A[i] = E[i] + D[i];
  }
}
static void leaning(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 2; t < T; t++)
    for (int i = 3; i < n - 1; i++)
      A[t][i] = 0.5 * A[t - 1][i + 1] - A[t - 2][i - 3];
}
// reads far in time: depth 3
static void wave(int T, int n, double A[3][n]) {
#pragma gpu_tile
  for (int t = 2; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      A[t % 3][i] = 2 * A[(t + 2) % 3][i] - A[(t + 1) % 3][i] +
                    0.1 * (A[(t + 2) % 3][i - 1] - A[(t + 2) % 3][i + 1]);
}
// no dependences in space
static void local(int T, int n, double *restrict A) {
#pragma gpu_tile
  for (int t = 0; t < T; t++)
    for (int i = 0; i < n; i++)
      A[i] = A[i] * 0.5 + t;
}
// backwards time
static void back(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = T - 2; t >= 0; t--)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = 0.5 * (A[t + 1][i - 1] + A[t + 1][i + 1]);
}
// triangular / moving bounds
static void moving(int T, int n, double *restrict A, double *restrict B) {
#pragma gpu_tile
  for (int t = 1; t < T; t++) {
    for (int i = t; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
    for (int i = t; i < n - 1; i++)
      A[i] = 0.3 * B[i];
  }
}
// stride 2 in time
static void stride(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 2; t < T; t += 2)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = 0.5 * (A[t - 2][i - 1] + A[t - 2][i + 1]);
}
// conditionals
static void cond(int T, int n, double *restrict A, double *restrict B) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++) {
      if (i > 5)
        B[i] = A[i - 1] + A[i + 1];
      else
        B[i] = A[i];
    }
    for (int i = 1; i < n - 1; i++)
      if (B[i] > 0.5)
        A[i] = B[i] * 0.4;
  }
}
int main(int argc, char **argv) {
  int T = atoi(argv[1]), n = atoi(argv[2]);
  double *a[8];
  for (int k = 0; k < 8; k++) {
    a[k] = malloc((size_t)(T + 4) * (n + 2) * 8);
    for (int i = 0; i < (T + 4) * (n + 2); i++)
      a[k][i] = ((i * 37 + k * 11) % 101) / 101.0;
  }
  pingpong(T, n, a[0], a[1]);
  three(T, n, a[0], a[1], a[2]);
  five(T, n, a[0], a[1], a[2], a[3], a[4]);
  leaning(T, n, (double(*)[n])a[5]);
  wave(T, n, (double(*)[n])a[6]);
  local(T, n, a[0]);
  back(T, n, (double(*)[n])a[7]);
  moving(T, n, a[1], a[2]);
  stride(T, n, (double(*)[n])a[5]);
  cond(T, n, a[3], a[4]);
  double s = 0;
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < T * n; i++)
      s = s * 0.75 + a[k][i];
  printf("%.17g\n", s);
}
