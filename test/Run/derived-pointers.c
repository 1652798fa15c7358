// Pointers that the region declares: accesses through them are accesses of what they point to.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <stdio.h>

#define N 48
struct block {
  double values[4][N];
  const double *weights;
};
static double A[N][N], B[8 * N];

static void rows(int n) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    double *row = A[i];
    const double *above = &A[i - 1][0];
    for (int j = 0; j < n; j++)
      row[j] = above[j] * 0.5 + j;
  }
}
static void eighths(double *b, const double *c, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int first = 8 * i;
    double *to = &b[first];
    const double *from = c + 8 * i;
    const double *const behind = from + 2;
    for (int k = 0; k < 6; k++)
      to[k] = from[k] - *(behind + k);
    *to += 1;
  }
}
static void pointers_to_rows(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double(*pair)[N] = &A[2 * i];
    for (int j = 0; j < N; j++)
      pair[1][j] = (*pair)[j] + pair[0][N - 1 - j];
  }
}
static void members(struct block *blocks, int k, int n) {
#pragma gpu_tile
  for (int q = 0; q < 4; q++) {
    double *const values = blocks[k].values[q];
    const double *weights = blocks[k].weights;
    for (int i = 0; i < n; i++)
      values[i] *= weights[i];
  }
}
static void in_statements(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (B[i] > 0) {
      double *element = &A[i][3];
      *element = 7;
    }
}
static void linearised(double *a, const double *b, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double *to = a + i * m;
    const double *from = &b[m * i];
    for (int j = 0; j < m; j++)
      to[j] += from[j] * 2;
  }
}

int main(void) {
  static struct block blocks[2];
  static double c[8 * N + 8];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = i - 3 * j;
  for (int i = 0; i < 8 * N; i++)
    c[i] = i % 13, B[i] = i % 5 - 2;
  for (int i = 0; i < 4 * N; i++)
    blocks[1].values[i / N][i % N] = i;
  blocks[1].weights = c;
  rows(N);
  eighths(B, c, N);
  pointers_to_rows(N / 2);
  members(blocks, 1, N);
  in_statements(N);
  linearised(A[0], c, 7, 40);
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += A[i / N][i % N] * (i % 7) + B[i % (8 * N)] + blocks[1].values[i % 4][i % N];
  printf("%g\n", sum);
  return 0;
}
