// memcpy and memset in a region, as the loops that they are.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -std=gnu11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check %s -- -x c++ -std=c++17 -O1 -w --args 1 2>&1 | FileCheck %s
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { NX = 70, NY = 33 };
static double u[NY][NX], v[NY][NX];
static int seen[NY];

static void relax(int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < NY - 1; i++)
      for (int j = 1; j < NX - 1; j++)
        v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    memcpy(u, v, sizeof u);
  }
}
static void rows(int n, double *a, const double *b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    memset(&v[i][0], 0, sizeof(v[i]));
    memcpy(a + i * n, b + i * n, n * sizeof(double));
    a[i * n] += i;
  }
}
static void cleared(int n, float *a) {
#pragma gpu_tile
  {
    (void)memset(seen, 0, NY * sizeof(int));
    memset(a, 0, sizeof(float) * n);
    for (int i = 0; i < n; i++)
      a[i] += seen[i % NY] + 1;
  }
}
static void whole(double (*a)[NX], double (*b)[NX], int n) {
#pragma gpu_tile
  {
    memcpy(a, b, n * sizeof(*b));
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? 1 : 30;
  double *a = (double *)calloc(n * n, sizeof(double)), *b = (double *)calloc(n * n, sizeof(double));
  float *f = (float *)calloc(n, sizeof(float));
  for (int i = 0; i < NY; i++) {
    seen[i] = i;
    for (int j = 0; j < NX; j++)
      u[i][j] = v[i][j] = i * j % 17;
  }
  for (int i = 0; i < n * n; i++)
    b[i] = i % 19;
  relax(3);
  double sum = u[3][4] + v[5][6];
  rows(n, a, b);
  cleared(n, f);
  whole(v, u, n);
  for (int i = 0; i < NY; i++)
    for (int j = 0; j < NX; j++)
      sum += v[i][j] * (i + j) + seen[i];
  for (int i = 0; i < n * n; i++)
    sum += a[i];
  for (int i = 0; i < n; i++)
    sum += f[i];
  printf("%.17g\n", sum);
  return 0;
}
