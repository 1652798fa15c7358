// Inside of a data block the entry looks for subscripts in memory that is newer on the device.
// RUN: %clang -fplugin=%plugin -std=c11 -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=NOTHING --allow-empty --implicit-check-not="original loops run" < %t.err
// NOTHING-NOT: region left on the CPU
// RUN: FileCheck %s < %t.out
// RUN: env GPUTILE_DISABLE=1 %t | FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static void shift_and_read(int n, int steps, int *restrict index, const double *restrict x,
                           double *restrict y) {
#pragma gpu_tile data(copy: index, y copyin: x)
  {
    for (int t = 0; t < steps; t++) {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        index[i] += 3;
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        y[i] += x[index[i]];
    }
  }
}

int main(void) {
  enum { N = 100, Steps = 5 };
  int *index = malloc(N * sizeof *index);
  double *x = malloc((N + 3 * Steps) * sizeof *x), *y = calloc(N, sizeof *y);
  for (int i = 0; i < N; i++)
    index[i] = i * 37 % N;
  for (int i = 0; i < N + 3 * Steps; i++)
    x[i] = i * 0.5 - 20;
  shift_and_read(N, Steps, index, x, y);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * (i + 1) + index[i];
  // CHECK: 244325
  printf("%.10g\n", sum);
  return 0;
}
