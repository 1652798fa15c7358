// What one thread of the GPU does alone is said, with the clause that would change it.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
#include <math.h>
double norm(int n, int m, double *restrict x, double *restrict y) {
  double s = 0;
#pragma gpu_tile
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < n; i++)
      y[i] = y[i] * 0.5;
    // CHECK: :[[#@LINE+2]]:7: warning: this runs on the GPU, but on one thread: each iteration needs the one before; clause 'reduction(+: s)' allows another order [one-thread] [-Wgpu-tile]
    for (int i = 0; i < n; i++)
      s += y[i];
  }
  return s;
}
double recurrence(int n, double *restrict x, double *restrict y) {
#pragma gpu_tile
  for (int k = 0; k < 1; k++) {
    for (int i = 0; i < n; i++)
      x[i] = sqrt(x[i]);
    // CHECK: :[[#@LINE+2]]:7: warning: this runs on the GPU, but on one thread: each iteration needs the one before [one-thread]
    for (int i = 1; i < n; i++)
      y[i] = y[i - 1] * x[i];
  }
  return y[0];
}
// Few iterations, and sums that any order gives, are not worth a word.
// CHECK-NOT: one thread
double few(int n, double *restrict x) {
  double s = 0;
  int count = 0;
#pragma gpu_tile
  for (int k = 0; k < 1; k++) {
    for (int i = 0; i < n; i++) {
      x[i] = sqrt(x[i]);
      count += x[i] > 1;
    }
    for (int i = 0; i < 5; i++)
      s += i;
    x[0] = s;
  }
  return s + count;
}
