// In cooperative launches, blocks loop over the tiles that exceed the grid. --check says how many these were.
// RUN: env GPUTILE_CPU_SMS=1 %gputile_run --backend=cpu --check %s 2>&1 | FileCheck %s
// CHECK: 1 execution; tiles: 14 full, 39 partial, 51 looped over)
#include <stdio.h>

static double A[66];

int main(void) {
#pragma gpu_tile scheme(wavefront) tile(4, 4) launch(cooperative)
  for (int t = 0; t < 9; t++)
    for (int i = 1; i < 65; i++)
      A[i] = A[i - 1] + A[i] + A[i + 1] + 1;
  printf("%.0f\n", A[64]);
  return 0;
}
