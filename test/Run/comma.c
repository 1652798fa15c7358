// Statements of several expressions.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 3 regions equal bit for bit, same output
#include <stdio.h>

#define N 61
#define SET(re, im, x) ((re) = 2 * (x), (im) = (re) - 1)
static double a[N], b[N], c[N + 1];
static int count[N];

static void pairs(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    SET(a[i], b[i], c[i]);
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    double x;
    if (c[i] > 3)
      x = c[i], k = 1, count[i]++;
    else
      (x = 1, (k = 0)), count[i] += 2;
    while (x > 1)
      x *= 0.5, a[i] += x;
    b[i] += x + c[i + k];
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      a[i] += j, b[i] -= a[i];
}

int main(void) {
  for (int i = 0; i <= N; i++)
    c[i] = i * 7 % 11 * 0.75;
  pairs(N);
  pairs(0);
  for (int i = 0; i < N; i++)
    printf("%g %g %d\n", a[i], b[i], count[i]);
}
