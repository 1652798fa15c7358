// Sums, products and extrema of floating-point numbers whose order stays: what they combine is
// computed in parallel.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=random:5 --block=64 %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: region left on the CPU
// CHECK-COUNT-8: region runs on the GPU
// CHECK: gputile-run: SAME: 8 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define M 60
#define N 70
static double A[M][N], R[N][N], Q[M][N], norms[5];
static float F[M * N];

static double dot(int n, const double *restrict x, const double *restrict y) {
  double s = 0.1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
// Narrowed at each step, and with differences.
static float narrowed(int n) {
  float s = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    s -= (double)F[i] * 0.1;
  return s;
}
// The same statement writes an array, and adds where data says so.
static double positive(int n, double *restrict y) {
  double s = -0.0, p = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    y[i] = F[i] * 2;
    if (F[i] > 0.5) {
      const double e = y[i] + 1e-3;
      s += e * e;
      p *= 1 + e * 1e-3;
    }
  }
  return s + p;
}
static void gram_schmidt(void) {
#pragma gpu_tile
  for (int k = 0; k < N; k++) {
    double norm = 0;
    for (int i = 0; i < M; i++)
      norm += A[i][k] * A[i][k];
    R[k][k] = sqrt(norm);
    for (int i = 0; i < M; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < N; j++) {
      R[k][j] = 0;
      for (int i = 0; i < M; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < M; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
}
// Few sums, of many numbers each.
static void components(int n) {
#pragma gpu_tile
  for (int m = 0; m < 5; m++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 7; j++)
        norms[m] += F[7 * i + j] * (m + 0.5);
}
// Zeros of two signs, and what is no number.
static double least(int m, int n, double dt) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      dt = MIN(dt, A[i][j] * R[j][j]);
  return dt;
}
static double first_least(int m, int n, double dt) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (A[i][j] * R[j][j] < dt)
        dt = A[i][j] * R[j][j];
  return dt;
}
static double steps(int n, int t, double *restrict x, double *restrict y) {
  double s = 0;
#pragma gpu_tile
  for (int k = 0; k < t; k++) {
    for (int i = 1; i < n - 1; i++)
      y[i] = 0.3 * (x[i - 1] + x[i] + x[i + 1]);
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i];
    for (int i = 1; i < n - 1; i++)
      if (y[i] > 0.1)
        s += y[i] * y[i];
  }
  return s;
}

static double x[1000], y[1000];

int main(void) {
  for (int i = 0; i < 1000; i++) {
    x[i] = 1.0 / (i + 1);
    y[i] = 0.37 * i - 11;
  }
  for (int i = 0; i < M * N; i++)
    F[i] = (float)((i * 7919) % 1000) / 999;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i * 37 + j * 91) % 101 / 100.0 + (i == j);
  printf("%a\n", dot(1000, x, y));
  printf("%a\n", dot(0, x, y));
  printf("%a\n", narrowed(M * N));
  printf("%a\n", positive(1000, y));
  gram_schmidt();
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      sum += R[i][j];
  printf("%a\n", sum);
  components(M * N / 7);
  for (int m = 0; m < 5; m++)
    printf("%a\n", norms[m]);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++)
        A[i][j] = (i + j) % 3 ? -0.0 : 0.0;
    for (int j = 0; j < N; j++)
      R[j][j] = 1;
    if (k == 1)
      A[M / 2][N / 2] = NAN;
    if (k == 2)
      A[M - 1][N - 1] = NAN;
    if (k == 3)
      A[0][0] = -1;
    printf("%a %a\n", fabs(least(M, N, 0.0)), first_least(M, N, k == 1 ? 1 : -0.0));
    printf("%d %d\n", !!signbit(least(M, N, 5)), !!signbit(first_least(M, N, 5)));
  }
  printf("%a\n", steps(1000, 5, x, y));
}
