// In-place solvers in three dimensions whose stores depend on data: tiles in time, by default.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -O1 --args 5 11 20 37 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --launch=flags --remarks=on %s -- -O1 --args 6 5 12 30 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: remark: region runs on the GPU: scheme wavefront
// CHECK: gputile-run: SAME: 1 region equal bit for bit
#include <stdio.h>
#include <stdlib.h>

static void relax(int steps, int l, int n, int m, double (*u)[n][m], const int (*inside)[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          if (inside[i][j][k])
            u[i][j][k] = (u[i - 1][j][k] + u[i][j - 1][k] + u[i][j][k - 1] + u[i][j][k] +
                          u[i + 1][j][k] + u[i][j + 1][k] + u[i][j][k + 1]) / 7;
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 1;
  const int steps = atoi(argv[1]), l = atoi(argv[2]), n = atoi(argv[3]), m = atoi(argv[4]);
  const size_t count = (size_t)l * n * m;
  double *u = malloc(count * sizeof *u);
  int *inside = malloc(count * sizeof *inside);
  for (size_t e = 0; e < count; e++) {
    u[e] = (double)(e * 37 % 101) / 8;
    inside[e] = e * 13 % 7 < 5;
  }
  relax(steps, l, n, m, (double (*)[n][m])u, (const int (*)[n][m])inside);
  for (size_t e = 0; e < count; e++)
    printf("%a\n", u[e]);
  free(u);
  free(inside);
  return 0;
}
