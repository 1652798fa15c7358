// Fields that have elements only for some values of a parameter: full blocks of planes, too, access them only then. Without them
// their pointer is null.
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2,6 --block=64 %s -- -O1 --args 4 30 90 150 0 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2,6 --block=64 %s -- -O1 --args 4 30 90 150 3 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2,6 --block=32 %s -- -O1 --args 3 30 60 150 0 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 1 region equal bit for bit
// CHECK-SAME: tiles: {{[1-9][0-9]*}} full

#include <stdio.h>
#include <stdlib.h>

static void decay(int steps, int n, int m, int l, int extra, float (*A)[m][l], float (*C)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          A[i][j][k] = 0.5f * A[i][j][k] + 0.25f;
    if (extra > 2)
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          for (int k = 1; k < l - 1; k++)
            C[i][j][k] = 0.5f * C[i][j][k] + A[i][j][k - 1] + A[i][j + 1][k] + A[i - 1][j][k];
  }
}

int main(int argc, char **argv) {
  const int steps = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]), l = atoi(argv[4]), extra = atoi(argv[5]);
  const int size = n * m * l;
  float *A = malloc(sizeof(float) * size), *C = extra > 2 ? malloc(sizeof(float) * size) : NULL;
  for (int i = 0; i < size; i++) {
    A[i] = 0.01f * (float)(i * 7 % 13);
    if (C)
      C[i] = (float)(i % 5);
  }
  decay(steps, n, m, l, extra, (float (*)[m][l])A, (float (*)[m][l])C);
  double sum = 0;
  for (int i = 0; i < size; i++)
    sum += A[i] * (i % 7) + (C ? C[i] : 0);
  printf("%.17g\n", sum);
  return 0;
}
