// Circular buffers beside other tiles: of expanded scalars, of a boundary that a
// statement of its own writes, of arrays that keep all slices because they are only read or
// time is their last dimension, of two arrays and one without time in three steps.
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --tile=4,16 %s -- -O1 --args 14 50 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=split --tile=5,24 %s -- -O1 --args 14 50 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 4 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>
static void scalar(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++) {
      double x = A[t - 1][i - 1] + A[t - 1][i + 1];
      double y = x * x;
      A[t][i] = 0.25 * x + 0.01 * y;
    }
}
static void rows(int T, int n, double A[T][n], double F[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++) {
    A[t][0] = A[t - 1][1] * 0.5;
    for (int i = 1; i < n - 1; i++)
      A[t][i] = 0.5 * (A[t - 1][i - 1] + A[t - 1][i + 1]) + F[t][i];
  }
}
static void last(int n, int T, double A[n][T]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      A[i][t] = 0.5 * (A[i - 1][t - 1] + A[i + 1][t - 1]);
}
static void three(int T, int n, double A[T][n], double B[T][n], double C[n]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[t][i] = A[t - 1][i - 1] + B[t - 1][i + 1];
    for (int i = 1; i < n - 1; i++)
      C[i] = 0.5 * B[t][i] + 0.1 * B[t][i - 1];
    for (int i = 1; i < n - 1; i++)
      A[t][i] = 0.25 * C[i] + 0.25 * A[t - 1][i + 1];
  }
}
int main(int argc, char **argv) {
  int T = atoi(argv[1]), n = atoi(argv[2]);
  double *a[4];
  size_t N = (size_t)(T + 4) * (n + 2);
  for (int k = 0; k < 4; k++) {
    a[k] = malloc(N * 8);
    for (size_t i = 0; i < N; i++)
      a[k][i] = ((i * 37 + k * 11) % 101) / 101.0;
  }
  scalar(T, n, (double(*)[n])a[0]);
  rows(T, n, (double(*)[n])a[1], (double(*)[n])a[2]);
  last(n, T, (double(*)[T])a[2]);
  three(T, n, (double(*)[n])a[3], (double(*)[n])a[1], a[0]);
  double s = 0;
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < N; i++)
      s = s * 0.75 + a[k][i];
  printf("%.17g\n", s);
}
