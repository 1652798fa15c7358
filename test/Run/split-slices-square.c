// A square of one size, by which blocks at two borders exist only together.
// RUN: %gputile_run --backend=cpu --check --scheme=split --tile=8,24,24 %s -- -O1 --args 19 41 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --launch=cooperative %s -- -O1 --args 7 33 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 1 region equal bit for bit
#include <stdio.h>
#include <stdlib.h>

static double A[32][64][64];

int main(int argc, char **argv) {
  int T = argc > 1 ? atoi(argv[1]) : 5, n = argc > 2 ? atoi(argv[2]) : 9;
  for (int t = 0; t <= T; ++t)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        A[t][i][j] = (i * 31 + j * 17 + t) % 101 / 7.0;
#pragma gpu_tile
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[t + 1][i][j] = 0.2 * (A[t][i][j] + A[t][i - 1][j] + A[t][i + 1][j] + A[t][i][j - 1] + A[t][i][j + 1]);
  double sum = 0;
  for (int t = 0; t <= T; ++t)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        sum += A[t][i][j] * (i + 2 * j + 3 * t);
  printf("%.17g\n", sum);
}
