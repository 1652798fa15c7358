// Lines of a field that are solved one by one are as many threads. Where it is not known that these are many, they are in small
// blocks, one line each: 62 x 62 lines are 62 blocks, not 4.
// RUN: %gputile_run --backend=cpu --check --order=random:3 %s 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile --output-dir=%t %s -- && FileCheck %s < %t/line-solves.gputile.cu
#include <stdio.h>

enum { Most = 20, Many = 2048 };
static double u[Most][Most][Most], d[Most][Most][Most];
static float a[Many][Many];

// CHECK: __launch_bounds__(64, 8)
// CHECK-NEXT: line_solves_solve_[[#LINE:@LINE+3]]_k0(
// CHECK: const dim3 block(32, 2);
static void solve(int l, int n, int m) {
#pragma gpu_tile
  for (int j = 0; j < n; j++)
    for (int k = 0; k < m; k++)
      for (int i = 1; i < l; i++)
        u[i][j][k] = (u[i][j][k] - d[i][j][k] * u[i - 1][j][k]) / (2 + d[i][j][k]);
}

// Four points of a thread share what they compute of subscripts.
// CHECK: __launch_bounds__(256, 2)
// CHECK-NEXT: line_solves_halve_[[#@LINE+3]]_k0(
// CHECK: const dim3 block(32, 8);
static void halve(int steps) {
#pragma gpu_tile
  for (int j = 0; j < Many; j++)
    for (int k = 0; k < Many; k++)
      for (int s = 0; s < steps; s++)
        a[j][k] = a[j][k] * 0.5f + 1;
}

int main(void) {
  for (int i = 0; i < Most; i++)
    for (int j = 0; j < Most; j++)
      for (int k = 0; k < Most; k++) {
        u[i][j][k] = i * 7 % 5 + j * 0.5 - k;
        d[i][j][k] = (i + j * 3 + k) % 4 * 0.25;
      }
  solve(Most, Most - 1, Most - 3);
  halve(18);
  printf("%.12f %.12f %f\n", u[19][3][4], u[5][18][16], a[2047][2047]);
  return 0;
}

// SAME: SAME: 2 regions equal bit for bit
