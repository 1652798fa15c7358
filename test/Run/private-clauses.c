// Scratch space that is static, as in programs that were Fortran: a copy for every iteration.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <stdio.h>

#define N 40
static double A[N][N][N], B[N][N][N], line[N], pair[N][2], seed;
static int k1;

static void of_lines(int n) {
  int i, j, k;
#pragma gpu_tile private(line, pair)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      for (k = 0; k < n; k++) {
        line[k] = A[i][j][k] * 2;
        pair[k][0] = line[k] + 1;
        pair[k][1] = line[k] - 1;
      }
      for (k = 1; k < n - 1; k++)
        B[i][j][k] = line[k - 1] + line[k + 1] + pair[k][0] * pair[k + 1][1];
    }
}
static void of_scalars(int n) {
  int i, j;
#pragma gpu_tile private(seed, k1, i) firstprivate(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      seed = A[i][j][0] * 0.5;
      k1 = i + j;
      B[i][j][1] = seed * seed + k1;
    }
}
static void read_before_it_is_written(int n) {
  // The value from before the region counts.
  int i;
#pragma gpu_tile firstprivate(seed)
  for (i = 0; i < n; i++)
    A[i][0][0] = seed * i;
}
static int last_value(int n) {
  int i, k = 0;
#pragma gpu_tile lastprivate(k)
  for (i = 0; i < n; i++) {
    k = i * 3;
    A[i][1][1] = B[i][1][1] + k;
  }
  return k;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        A[i][j][k] = (i * 5 + j * 3 + k) % 11 / 8.0;
  seed = 3;
  read_before_it_is_written(N);
  of_lines(N);
  of_scalars(N);
  printf("%d\n", last_value(N));
  double h = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        h = h * 0.875 + A[i][j][k] + B[i][j][k] * 0.5;
  printf("%a\n", h);
  return 0;
}
