// Loops over tiles whose size only the program knows, and loops that only look like them.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=random:3 %s -- -std=c11 -O1 -w > %t.out2 2> %t.err2
// RUN: cmp %t.out %t.out2
// CHECK-DAG: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel'
// CHECK-DAG: note: the update of 'sum' (double), whose order matters unless clause 'reduction(+: sum)' allows another one, is here
// CHECK-DAG: its step is not a constant, and the order of its tiles matters for 'C'
// CHECK-DAG: its step is not a constant, and the loop over 'i' does not divide what it runs over into tiles
// CHECK-DAG: its step is not a constant, and 'j' may be read behind it
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define N 61
static double A[N], B[N][N], C[N][N];

static void once(int low, int n, int b) {
#pragma gpu_tile
  for (int j = low; j < n; j += b)
    for (int i = j; i < MIN(j + b, n); i++)
      A[i] = A[i] * 2 + i;
}
// With loops between them, and counters of the function.
static void transpose(size_t order, int tile) {
  int i, j, it, jt;
#pragma gpu_tile
  for (i = 0; i < order; i += tile)
    for (j = 0; j < order; j += tile)
      for (it = i; it < MIN(order, i + tile); it++)
        for (jt = j; jt < MIN(order, j + tile); jt++) {
          C[jt][it] += B[it][jt];
          B[it][jt] += 1.0;
        }
}
// Each point needs those above and left of it: tiles keep that order.
static void wave(unsigned n, unsigned b) {
#pragma gpu_tile
  for (int t = 0; t < 2; t++)
    for (unsigned i = 1; i <= n - 1; i = i + b) {
      for (unsigned j = 1; j < n; j += 2 * b)
        for (unsigned x = i; x < i + b && x < n; ++x)
          for (unsigned y = j; y < MIN(n, j + 2 * b); y++)
            C[x][y] = 0.25 * (C[x - 1][y] + C[x][y - 1]) + C[x][y];
    }
}
// Not all of it is tiled, and the sum of an element keeps its order.
static void product(int n, int b) {
#pragma gpu_tile
  for (int kk = 0; kk < n; kk += b)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = kk; k < MIN(kk + b, n); k++)
          C[i][j] += B[i][k] * B[k][j];
}
// Each row by itself.
static void rows(int n, int b, const int *sizes) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j += b)
      for (int k = j; k < MIN(j + b, n); k++) {
        double sum = 0;
        for (int m = 0; m < 3; m++)
          sum += B[i][(k + m) % 7];
        C[i][k] = sum;
      }
}
static void before(int n, int b) {
#pragma gpu_tile
  for (int ii = 0; ii < n; ii += b)
    for (int jj = 0; jj < n; jj += b)
      for (int i = ii; i < MIN(ii + b, n); i++)
        for (int j = jj; j < MIN(jj + b, n); j++)
          if (j >= 1 && i >= 1)
            C[i][j] += C[i - 1][j - 1];
}

// A step without tiles.
static void strided(int n, int b) {
#pragma gpu_tile
  for (int j = 0; j < n; j += b)
    A[j] += 1;
}

// Refused.
static double ordered(int n, int b) {
  double sum = 0;
#pragma gpu_tile
  for (int ii = 0; ii < n; ii += b)
    for (int jj = 0; jj < n; jj += b)
      for (int i = ii; i < MIN(ii + b, n); i++)
        for (int j = jj; j < MIN(jj + b, n); j++)
          sum += B[i][j];
  return sum;
}
static void skewed(int n, int b) {
#pragma gpu_tile
  for (int ii = 1; ii < n; ii += b)
    for (int jj = 0; jj < n - 1; jj += b)
      for (int i = ii; i < MIN(ii + b, n); i++)
        for (int j = jj; j < MIN(jj + b, n - 1); j++)
          C[i][j] = C[i - 1][j + 1] + 1;
}
static void gaps(int n, int b) {
#pragma gpu_tile
  for (int j = 0; j < n; j += b)
    for (int i = j; i < MIN(j + b, n - 1); i++)
      A[i] += 1;
}
static int last(int n, int b) {
  int j, i;
#pragma gpu_tile
  for (j = 0; j < n; j += b)
    for (i = j; i < MIN(j + b, n); i++)
      A[i] += 1;
  return j;
}
int main(void) {
  for (int i = 0; i < N; i++) {
    A[i] = i * 0.5;
    for (int j = 0; j < N; j++)
      B[i][j] = (i * 7 + j * 3) % 11 - 2.5, C[i][j] = 0.125 * (i - j);
  }
  for (int n = 0; n <= N; n += n < 2 ? 1 : 59)
    for (int b = 2; b < 100; b += 35) {
      once(0, n, b), once(n / 3, n, b);
      transpose(n, b), rows(n, b, 0), product(n, b), before(n, b);
      if (n > 0)
        wave(n, b);
      double sum = ordered(n, b);
      skewed(n, b), gaps(n, b), strided(n, b);
      printf("%a %d", sum, last(n, b));
      for (int i = 0; i < N; i += 7)
        printf(" %a %a %a", A[i], C[i][(i * 5) % N], B[i][3]);
      printf("\n");
    }
}
