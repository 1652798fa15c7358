// Parameters of a static function point to as many elements as the smallest array that calls pass has.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK-NOT: extent is not known
// CHECK: gputile-run: SAME: 3 regions equal bit for bit, same output
#include <stdio.h>

#define N 97
static int Row[N + 1], Col[5 * N], At[N];
static double Value[5 * N], X[N], Y[N + 3], Q[N], Z[N][3];

static void product(int n, int row[], int col[], double value[], double x[], double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * x[col[k]];
    y[i] = sum;
  }
}

static void scatter(int n, const int *at, double *h, const double (*z)[3]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    h[i] += z[at[i]][i % 3];
}

static void some(int n, const int *at, double *h) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (at[i] > 50)
      h[i] = at[i];
}

int main(void) {
  for (int i = 0; i < N; i++) {
    Row[i + 1] = Row[i] + i * 7 % 5;
    X[i] = i * 0.5;
    At[i] = i * 5 % N;
    for (int d = 0; d < 3; d++)
      Z[i][d] = i * d;
  }
  for (int k = 0; k < 5 * N; k++) {
    Col[k] = k * 31 % N;
    Value[k] = k * 0.125 - 3;
  }
  product(N, Row, Col, Value, X, Y);
  product(N, Row, Col, Value, Y, Q);
  product(0, Row, Col, Value, Y, Q);
  scatter(N, At, Q, Z);
  some(N, At, X);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += Y[i] * i + Q[i] * (i % 7) + X[i];
  printf("%a\n", sum);
}
