// Sums whose operands threads share in registers: products of matrices in many forms, in whole and partial tiles and the rest of a tile of the sum.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -std=c11 -O1 -DREAL=float 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --race %s -- -std=c11 -O1 -DREAL=float > %t.race 2>&1
// RUN: FileCheck %s --check-prefix=RACE --allow-empty < %t.race
// CHECK-NOT: region left on the CPU
// CHECK: tiles: {{[1-9][0-9]*}} full, {{[1-9][0-9]*}} partial
// CHECK: gputile-run: SAME: 8 regions equal bit for bit, same output
// RACE-NOT: {{race|barrier}}
#include <stdio.h>
#ifndef REAL
#define REAL double
#endif
typedef REAL real;
static void syrk(int n, int m, real alpha, real beta, real C[n][n], real A[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++) C[i][j] += alpha * A[i][k] * A[j][k];
  }
}
static void syr2k(int n, int m, real alpha, real beta, real C[n][n], real A[n][m], real B[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++) C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
  }
}
static void transposed(int n, int m, int p, real C[n][m], real A[p][n], real B[m][p]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      real s = 0;
      for (int k = 0; k < p; k++) s = s + A[k][i] * B[j][k];
      C[i][j] = s;
    }
}
static void batched(int b, int n, int m, int p, real C[b][n][m], real A[b][n][p], real B[b][p][m]) {
#pragma gpu_tile
  for (int g = 0; g < b; g++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int k = 0; k < p; k++) C[g][i][j] = C[g][i][j] + A[g][i][k] * B[g][k][j];
}
static void covariance(int n, int m, real cov[m][m], real data[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      cov[i][j] = 0;
      for (int k = 0; k < n; k++) cov[i][j] += data[k][i] * data[k][j];
      cov[i][j] /= n - 1;
      cov[j][i] = cov[i][j];
    }
}
static void triangle(int n, int m, real C[n][m], real A[n][n], real B[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = i + 1; k < n; k++) C[i][j] += A[k][i] * B[k][j];
}
static void doitgen(int nr, int nq, int np, real A[nr][nq][np], real sum[nr][nq][np], real C4[np][np]) {
#pragma gpu_tile
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) {
      for (int p = 0; p < np; p++) {
        sum[r][q][p] = 0;
        for (int s = 0; s < np; s++) sum[r][q][p] += A[r][q][s] * C4[s][p];
      }
      for (int p = 0; p < np; p++) A[r][q][p] = sum[r][q][p];
    }
}
static void integers(int n, int m, int p, int C[n][m], int A[n][p], int B[p][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++) C[i][j] += A[i][k] * B[k][j];
}
enum { Most = 3 * 132 * 132 };
static real X[Most], Y[Most], Z[Most];
static int XI[Most], YI[Most], ZI[Most];
static void fill(void) {
  unsigned s = 7;
  for (int i = 0; i < Most; i++) {
    X[i] = (real)((s = s * 1664525u + 1013904223u) >> 8) / (1 << 24);
    Y[i] = (real)((s = s * 1664525u + 1013904223u) >> 8) / (1 << 24);
    Z[i] = (real)((s = s * 1664525u + 1013904223u) >> 8) / (1 << 24);
    XI[i] = YI[i] = ZI[i] = (int)(s % 7);
  }
}
static void show(const char *name) {
  unsigned long hash = 0;
  for (unsigned i = 0; i < sizeof X; i++)
    hash = hash * 31 + ((unsigned char *)X)[i];
  for (int i = 0; i < Most; i++)
    hash = hash * 31 + (unsigned)XI[i];
  printf("%s %lx\n", name, hash);
}
int main(void) {
  const int n = 132, m = 130, p = 19;
  fill(), syrk(n, p, 1.5, 1.25, (void *)X, (void *)Y), show("syrk");
  syr2k(n, p, 1.5, 1.25, (void *)X, (void *)Y, (void *)Z), show("syr2k");
  fill(), transposed(n, m, p, (void *)X, (void *)Y, (void *)Z), show("transposed");
  fill(), batched(2, n, m, p, (void *)X, (void *)Y, (void *)Z), show("batched");
  fill(), covariance(p, n, (void *)X, (void *)Y), show("covariance");
  fill(), triangle(m, n, (void *)X, (void *)Y, (void *)Z), show("triangle");
  fill(), doitgen(2, n, p, (void *)X, (void *)Y, (void *)Z), show("doitgen");
  integers(n, m, p, (void *)XI, (void *)YI, (void *)ZI), show("integers");
  integers(n, m, 0, (void *)XI, (void *)YI, (void *)ZI), show("empty sums");
  return 0;
}
