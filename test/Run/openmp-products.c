// A product in a bound behind OpenMP's directive stands in the text of the region, also where a function's body
// stands in the place of its call beside it.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 -fopenmp-simd 2>&1 | FileCheck %s
// CHECK-NOT: left on the CPU
// CHECK: gputile-run: SAME: 1 region equal bit for bit, same output
#include <stdio.h>
static double x[64], y[7000];

static void set(double *p, int i) { *p = 0.5 * i; }

static void fill(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < 64; i++) {
    set(&x[i], i);
#pragma omp simd
    for (int j = 0; j < n * m; j++)
      y[j + 100 * i] = i + j;
  }
}

int main(void) {
  fill(7, 11);
  double sum = 0;
  for (int i = 0; i < 64; i++)
    sum += x[i] * (i + 1);
  for (int i = 0; i < 7000; i++)
    sum += y[i] * (i % 13);
  printf("%.17g\n", sum);
  return 0;
}
