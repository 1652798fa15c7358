// Sums that go through a smaller type on their way are no sums of the variable's type.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME:
#include <stdio.h>

#define N 300
static int a[N], b[N];
static int narrowed(int x) { return x; }
static float rounded(float x) { return x; }

static long sum(int n, long s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s = narrowed(s + a[i]);
    b[i] = a[i] + 1;
  }
  return s;
}
static double real(int n, double x) {
#pragma gpu_tile reduction(+: x)
  for (int i = 0; i < n; i++) {
    x = rounded(x + a[i]);
    b[i] = a[i] - 1;
  }
  return x;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i * 7919 % 512;
  printf("%ld %ld %a\n", sum(N, 1L << 40), sum(0, 1L << 40), real(N, 16777216.5));
}
