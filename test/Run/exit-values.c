// Variables whose values after a region depend on those of others before it.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <stdio.h>

static double A[64][64], u[300];

static void inner_depends(int i, int n) {
  int j = 9;
#pragma gpu_tile
  {
    for (; i < n; i++)
      for (j = 0; j <= i; j++)
        A[i][j] = i;
  }
  printf("%d %d\n", i, j);
}
static void exchanged(int a, int b) {
#pragma gpu_tile
  {
    for (int i = 0; i < 20; i++)
      u[i] += a - b;
    int t = a;
    a = b + 1;
    b = t - 1;
    for (int i = 0; i < 20; i++)
      u[i + a] += b;
  }
  printf("%d %d\n", a, b);
}
static void conditional(int n, int k, int l) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    u[i] += k;
    k = 3;
    l = n + 2;
    u[i + l] += l;
  }
  printf("%d %d\n", k, l);
}
// A parameter with the name of a variable of the emitted text.
static void named(int size, int m, double *restrict p) {
#pragma gpu_tile
  for (int i = 0; i < size; i++)
    for (int j = 0; j < m; j++)
      p[i * m + j] += i - j;
}
int main(void) {
  for (int r = 0; r < 3; r++) {
    inner_depends(2, 30 * r - 10);
    exchanged(r, 5 + r);
    conditional(r * 10, 4, 5);
    named(7, 9 * r, u);
  }
  double sum = 0;
  for (int i = 0; i < 300; i++)
    sum = sum * 0.99 + u[i] + A[i % 60][i / 60];
  printf("%.17g\n", sum);
}
