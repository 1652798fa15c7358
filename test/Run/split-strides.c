// Threads of split tiles take every so many points, of loops with a stride in the source, too,
// and of loops with one iteration.
// RUN: %gputile_run --backend=cpu --check --race --scheme=split %s -- -O1 --args 7 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split %s -- -O1 --args 9 75 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 2 regions equal bit for bit

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=split %s --
// RUN: FileCheck --check-prefix=CODE %s < %t/split-strides.gputile.cu
// CODE: for (I [[C:c[0-9]+]] = gpt_first({{.*}}, t0, 2); [[C]] <= {{.*}}; [[C]] += 2)

#include <stdio.h>
#include <stdlib.h>

static void odd(int steps, int n, double A[2][n][n]) {
#pragma gpu_tile tile(3, 19, 23) block(4, 2)
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < n - 2; i++)
      for (int j = 3; j < n - 2; j += 2)
        A[(t + 1) % 2][i][j] = A[t % 2][i - 1][j - 2] + A[t % 2][i + 1][j + 2];
}

static void edge(int steps, int n, double A[2][n][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = n / 2; j <= n / 2; j++)
        A[(t + 1) % 2][i][j] = 0.5 * (A[t % 2][i - 1][j] + A[t % 2][i + 1][j]);
}

int main(int argc, char **argv) {
  int steps = atoi(argv[1]), n = atoi(argv[2]);
  double(*A)[n][n] = malloc(2 * sizeof *A), sum = 0;
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[b][i][j] = (b * 5 + i * 17 + j * 31) % 23;
  odd(steps, n, A);
  edge(steps, n, A);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += A[0][i][j] + A[1][i][j];
  printf("%.17g\n", sum);
  free(A);
  return 0;
}
