// --check says how many tiles of each kind ran.
// RUN: %gputile_run --backend=cpu --check --scheme=parallel %s --args 45 2>&1 | FileCheck %s --check-prefix=SOME
// SOME: 1 execution; tiles: 9 full, 7 partial, 0 looped over)
// Four launches of a block in each row of the grid:
// RUN: env GPUTILE_CPU_GRID=1 %gputile_run --backend=cpu --check --scheme=parallel %s --args 45 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: %gputile_run --backend=cpu --check --scheme=parallel %s --args 7 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 1 execution; tiles: 0 full, 1 partial, 0 looped over)
// RUN: %gputile_run --backend=cpu --check --scheme=parallel %s -- -DN=48 --args 48 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: 1 execution; tiles: 16 full, 0 partial, 0 looped over)
#include <stdio.h>
#include <stdlib.h>

static double A[50][50], B[50][50];

int main(int argc, char **argv) {
#ifndef N
  int N = atoi(argv[1]);
#endif
#pragma gpu_tile tile(12, 12)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      B[i][j] = 2 * A[i][j] + 1;
  printf("%.0f\n", B[N - 1][N - 1]);
  return 0;
}
