// Arrays with a dimension for time in two dimensions of space keep only the slices in use.
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --tile=3,9,24 %s -- -O1 --args 8 19 31 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --launch=cooperative --tile=8,20,40 %s -- -O1 --args 11 25 47 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=split --tile=3,9,24 %s -- -O1 --args 14 33 53 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --launch=cooperative --tile=1 %s -- -O1 --args 5 13 40 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 2 regions equal bit for bit

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=split --launch=cooperative --tile=8,20,40 %s --
// RUN: FileCheck --check-prefix=TEXT %s < %t/split-slices-2d.gputile.cu
// TEXT: double (&s_A){{\[}}2][19][29] = *(double (*){{.*}})(shared_memory);
// TEXT: double (&s_A){{\[}}3][19][29] = *(double (*){{.*}})(shared_memory);
#include <stdio.h>
#include <stdlib.h>
static void jac(int T, int n, int m, double A[T][n][m]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[t][i][j] = 0.2 * (A[t - 1][i][j] + A[t - 1][i - 1][j] + A[t - 1][i + 1][j] +
                                      A[t - 1][i][j - 1] + A[t - 1][i][j + 1]);
}
static void deep(int T, int n, int m, double A[T][n][m]) {
#pragma gpu_tile
  for (int t = 1; t < T - 1; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[t + 1][i][j] = 2 * A[t][i][j] - A[t - 1][i][j] + 0.1 * (A[t][i - 1][j] + A[t][i + 1][j] +
                                      A[t][i][j - 1] + A[t][i][j + 1]);
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
  jac(T, n, m, (double(*)[n][m])a[0]);
  deep(T, n, m, (double(*)[n][m])a[1]);
  double s = 0;
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < N; i++)
      s = s * 0.75 + a[k][i];
  printf("%.17g\n", s);
}
