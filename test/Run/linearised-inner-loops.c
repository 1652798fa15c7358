// Elements of flat pointers that loops in the text of statements name.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 2 regions equal bit for bit, same output
#include <stdio.h>

static double A[900], B[900], s[60];

static void until(int n, int m, double *restrict p, double *restrict sum) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double x = 0;
    for (int k = 0; k < m; k++) {
      x += p[i * m + k];
      if (x > 3)
        break;
    }
    sum[i] = x;
    p[i * m] += 1;
  }
}

static void planes(int n, int m, int l, double *restrict p, const double *restrict q) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      p[(i * m + j) * l] = q[(i * m + j) * l];
      for (int k = 1; k < l; k++) {
        if (q[(i * m + j) * l + k] > 5)
          break;
        p[(i * m + j) * l + k] = q[(i * m + j) * l + k] + p[(i * m + j) * l + k - 1];
      }
    }
}

int main(void) {
  for (int i = 0; i < 900; i++)
    A[i] = i * 7 % 9 * 0.75;
  until(41, 17, A, s);
  planes(9, 10, 10, B, A);
  double sum = 0;
  for (int i = 0; i < 900; i++)
    sum += A[i] * (i % 31) + B[i] * (i % 29);
  for (int i = 0; i < 41; i++)
    printf("%g ", s[i]);
  printf("%a\n", sum);
}
