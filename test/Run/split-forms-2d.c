// Scheme split in two dimensions: buffers by the parity of time; time expanded, with reach
// that leans differently in each dimension; a dimension along which nothing reaches.
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=split --tile=3,9,24 %s -- -O1 --args 7 13 29 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --launch=cooperative --tile=1 %s -- -O1 --args 5 9 11 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 3 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>

static void parity(int T, int n, int m, double A[2][n][m]) {
#pragma gpu_tile
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[(t + 1) % 2][i][j] = 0.2 * (A[t % 2][i][j] + A[t % 2][i - 1][j] + A[t % 2][i + 1][j] +
                                      A[t % 2][i][j - 1] + A[t % 2][i][j + 1]);
}
static void expanded(int T, int n, int m, double A[T][n][m]) {
#pragma gpu_tile
  for (int t = 2; t < T; t++)
    for (int i = 1; i < n - 2; i++)
      for (int j = 3; j < m - 1; j++)
        A[t][i][j] = 0.5 * A[t - 1][i + 1][j - 1] - 0.25 * A[t - 2][i + 2][j - 3] +
                     0.125 * A[t - 1][i - 1][j + 1];
}
static void rows(int T, int n, int m, double A[n][m], double B[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = A[i][j - 1] + A[i][j + 1];
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = 0.5 * B[i][j];
  }
}
int main(int argc, char **argv) {
  int T = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
  double *a[4];
  size_t N = (size_t)(T + 4) * (n + 2) * (m + 2);
  for (int k = 0; k < 4; k++) {
    a[k] = malloc(N * 8);
    for (size_t i = 0; i < N; i++)
      a[k][i] = ((i * 37 + k * 11) % 101) / 101.0;
  }
  parity(T, n, m, (double(*)[n][m])a[0]);
  expanded(T, n, m, (double(*)[n][m])a[1]);
  rows(T, n, m, (double(*)[m])a[2], (double(*)[m])a[3]);
  double s = 0;
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < N; i++)
      s = s * 0.75 + a[k][i];
  printf("%.17g\n", s);
}
