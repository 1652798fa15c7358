// Least and greatest floating-point numbers: in any order where that gives the same bits, or
// where a clause says so.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=random:5 --block=64 %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: one-thread
// CHECK-NOT: region left on the CPU
// CHECK-COUNT-9: region runs on the GPU
// CHECK-NOT: one-thread
// CHECK: gputile-run: SAME: 9 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define M 70
#define N 90
static double A[M][N], B[M][N];
static float F[M * N];

// The error of a step of Jacobi's method.
static double step(int m, int n) {
  double error = 0;
#pragma gpu_tile
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      B[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
      error = fmax(error, fabs(B[i][j] - A[i][j]));
    }
  return error;
}
static double largest(int m, int n, double most) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      const double size = fabs(A[i][j]);
      if (size > most)
        most = size;
    }
  return most;
}
static float smallest(int n, float least) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    least = F[i] * F[i] <= least ? F[i] * F[i] : least;
  return least;
}
static float smallest_number(int n, float least) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    least = fminf(least, fabsf(F[i]) + F[i]);
  return least;
}
// Each row's own, through an array.
static void rows(int m, int n, double most[M]) {
#pragma gpu_tile
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < n; j++)
        if (most[i] < fabs(A[i][j] - k))
          most[i] = fabs(A[i][j] - k);
}
// A clause for what may depend on the order: numbers of both signs, and macros that take what
// is no number.
static double clauses(int m, int n, double *low) {
  double high = -1e300, least = 1e300;
#pragma gpu_tile reduction(max: high) reduction(min: least)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      high = MAX(high, A[i][j]);
      if (A[i][j] < least)
        least = A[i][j];
    }
  *low = least;
  return high;
}
static double reassociated(int n, double most) {
#pragma gpu_tile fp(reassociate)
  for (int i = 0; i < n; i++)
    most = A[1][i] < most ? most : A[1][i];
  return most;
}
// In each step, which uses it.
static double steps(int n, int times) {
  double step = 1;
#pragma gpu_tile
  for (int t = 0; t < times; t++) {
    double least = 1e3;
    for (int i = 0; i < n; i++) {
      const double x = 1 + fabs(A[2][i]);
      if (x < least)
        least = x;
    }
    for (int i = 0; i < n; i++)
      A[2][i] += least;
    step = least;
  }
  return step;
}
static float chain(int n, float s) {
#pragma gpu_tile reduction(max: s)
  for (int i = 0; i < n; i++)
    if (!(F[i] < 0)) {
      if (s <= F[i])
        s = F[i];
    }
  return s;
}

static void fill(int kind) {
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * 37 + j * 11) % 101 - 50 + i / 128.0;
      if (kind == 1 && (i + j) % 7 == 0)
        A[i][j] = j % 2 ? 0.0 : -0.0;
      F[i * N + j] = A[i][j] / 3;
    }
}

int main(void) {
  for (int kind = 0; kind < 2; kind++) {
    for (int n = 0; n <= N; n += n < 3 ? 1 : 29) {
      fill(kind);
      double most[M] = {-1, -0.0, 3}, low;
      printf("%a %a %a", step(M, n), largest(M, n, -1), largest(n / 2, n, 1e9));
      printf(" %a %a %a", smallest(n * 50, 1e9f), smallest(n, 0), smallest_number(n, 1e9f));
      rows(3, n, most);
      printf(" %a %a %a", most[0], most[1], most[2]);
      const double high = clauses(M, n, &low);
      printf(" %a %a %a %a", high, low, reassociated(n, -1e9), steps(n, 3));
      printf(" %a %a\n", chain(n, -5), chain(n * M, -3));
    }
  }
  // What is no number is skipped, but for a first value.
  fill(0);
  A[3][5] = A[0][0] = F[7] = F[70] = NAN;
  A[4][5] = INFINITY;
  F[8] = -INFINITY;
  printf("%a %a %a\n", step(M, N), largest(M, N, -1), largest(4, N, -INFINITY));
  printf("%d %a %a\n", isnan(largest(M, N, NAN)), smallest(M * N, 1e9f), smallest_number(M * N, 2));
  for (int j = 0; j < N; j++)
    A[0][j] = NAN;
  printf("%a %d\n", largest(1, N, -INFINITY), isnan(largest(1, N, NAN)));
  for (int i = 0; i < N; i++)
    F[i] = NAN;
  printf("%d %a\n", isnan(smallest_number(N, NAN)), smallest_number(N, 3));
}
