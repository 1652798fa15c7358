// Quotients, remainders, shifts and bits of integers that a region does not change, as bounds, subscripts and
// strides. They are computed before the region, where this may not end the program.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --asan %s -- -std=c11 -O1 -w > %t.out2 2> %t.err2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 9 regions equal bit for bit, same output
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 512
static double a[SIZE], b[SIZE];
struct grid {
  int nx, parts;
  unsigned mask;
};

static void quotients(int n, int s) {
#pragma gpu_tile
  for (int i = 0; i < n / s; i++)
    a[i + n % s] += b[i] + i;
}
static void rounded(unsigned n, unsigned k) {
#pragma gpu_tile
  for (unsigned i = 0; i < (n + k - 1) / k * k; i++)
    a[i] += 1;
}
static void shifts(int k, long m) {
#pragma gpu_tile
  for (int i = 0; i < (1 << k); i++)
    a[i + (m >> k)] += i;
}
static void bits(int n, unsigned char flags) {
#pragma gpu_tile
  for (int i = n & ~3; i < (n | 7); i++)
    a[i] = a[i] * 2 + (flags ^ 1);
}
static void blocks(double *restrict p, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n / m; j++)
      p[i * (n / m) + j] += i - j;
}
static void ofStructure(const struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->nx / g->parts; i++)
    a[i] += g->mask & 5;
}
// The region does not come to the quotient where it has no value.
static void guarded(int n, int s) {
#pragma gpu_tile
  {
    if (s > 0)
      for (int i = 0; i < n / s; i++)
        a[i] -= 1;
    for (int i = 0; i < 20; i++)
      b[i] += 2;
  }
}
// The product is one of longs.
static long wide(long n, long m, int parts) { return n * m / parts; }
static void converted(int n, int m, int parts) {
#pragma gpu_tile
  for (int i = 0; i < wide(n, m, parts); i++)
    a[i] *= 0.5;
}
static void narrow(short n, signed char s) {
#pragma gpu_tile
  for (int i = 0; i < n / s; i++)
    a[i] += (short)(n * s);
}
int main(void) {
  for (int i = 0; i < SIZE; i++)
    a[i] = i % 19, b[i] = i % 7;
  quotients(400, 7);
  quotients(-405, -9);
  quotients(50, 100);
  rounded(100, 32);
  shifts(5, 1000);
  bits(37, 6);
  blocks(a, 300, 7);
  ofStructure(&(struct grid){400, 3, 7});
  guarded(100, 3);
  guarded(100, 0);
  guarded(INT_MIN, -1);
  converted(100000, 100000, 40000000);
  narrow(300, 4);
  double s = 0;
  for (int i = 0; i < SIZE; i++)
    s = s * 0.99 + a[i] + 2 * b[i];
  printf("%.17g\n", s);
  return 0;
}
