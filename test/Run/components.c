// Loops over the few components of a vector, or over small matrices, beside long loops: no threads are
// idle for them, and all is as it was.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -O1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- 2>&1 | FileCheck %s
// SAME: gputile-run: SAME: 7 regions equal bit for bit
#include <stdio.h>

enum { N = 13 };
static double U[N * N * N * 19], F[N * N * N * 19];

static void components(int n, double u[n][n][n][5], double f[n][n][n][5]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 2x4x32x1 (model), block 32x4x2
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        for (int m = 0; m < 5; m++)
          u[i][j][k][m] = f[i][j][k][m] * 2 + i;
}

static void directions(int n, double u[n][n][n][19], double f[n][n][n][19]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 1x1x48x19 (model), block 19x12x1
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        for (int m = 0; m < 19; m++)
          u[i][j][k][m] = f[i][j][k][m] * 2 + j;
}

static void planes(int n, double u[5][n][n], double f[5][n][n]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 5x8x32 (model), block 32x8x1
#pragma gpu_tile
  for (int m = 0; m < 5; m++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        u[m][j][k] = f[m][j][k] * 2 + m;
}

static void colours(int n, double u[n][n][3], double f[n][n][3]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 1x336x3 (model), block 3x84x1
#pragma gpu_tile
  for (int j = 0; j < n; j++)
    for (int k = 0; k < n; k++)
      for (int m = 0; m < 3; m++)
        u[j][k][m] = f[j][k][2 - m] * 2 + k;
}

static void known(double u[3][5][7], double f[3][5][7]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 3x5x7 (model), block 7x5x3
#pragma gpu_tile
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++)
      for (int m = 0; m < 7; m++)
        u[i][j][m] = f[i][j][m] * 2 + j;
}

static void square(double u[45][70], double f[45][70]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 15x45 (model), block 45x5
#pragma gpu_tile
  for (int i = 0; i < 45; i++)
    for (int j = 0; j < 45; j++)
      u[i][j] = f[i][j] * 2 + j;
}

static void blocks(int n, double A[n][5][5], double B[n][5][5], double C[n][5][5]) {
// CHECK: :[[#@LINE+1]]:{{.*}} tile 32x5x5x1 (model), block 5x5x8
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int p = 0; p < 5; p++)
      for (int q = 0; q < 5; q++) {
        C[i][p][q] = 0;
        for (int r = 0; r < 5; r++)
          C[i][p][q] += A[i][p][r] * B[i][r][q];
      }
}

static void show(int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += U[i] * (i % 17 + 1);
  printf("%.17g\n", sum);
}

int main(void) {
  for (int i = 0; i < N * N * N * 19; i++)
    F[i] = i % 101 / 7.0;
  components(N, (void *)U, (void *)F), show(N * N * N * 5);
  directions(N, (void *)U, (void *)F), show(N * N * N * 19);
  planes(N, (void *)U, (void *)F), show(N * N * 5);
  colours(N, (void *)U, (void *)F), show(N * N * 3);
  known((void *)U, (void *)F), show(3 * 5 * 7);
  square((void *)U, (void *)F), show(45 * 70);
  blocks(N, (void *)F, (void *)(F + 1000), (void *)U), show(N * 25);
  return 0;
}
