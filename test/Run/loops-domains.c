// Domains: triangles, min/max, division and remainder, imperfect nests, blocks
// of nests, iterators that outlive their loops.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 19 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define N 160
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static double A[N], B[3 * N], X[N][N], Y[N][N];
static unsigned char Q[N][N];
static int K4[12][12][12][12];
static double hash(void) {
  double h = 0;
  for (int i = 0; i < N; i++) {
    h = h * 0.875 + A[i] + B[i] + B[N + i] + B[2 * N + i];
    for (int j = 0; j < N; j++)
      h = h * 0.96875 + X[i][j] + Y[i][j] * 0.5 + Q[i][j];
  }
  for (int i = 0; i < 12 * 12 * 12 * 12; i++)
    h = h * 0.9375 + (&K4[0][0][0][0])[i];
  return h;
}

static void lower(int n) {
#pragma gpu_tile tile(5, 3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      X[i][j] = X[i][j] * 0.5 + Y[j][i];
}
static void upper_down(int n) {
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--)
    for (int j = n - 1; j > i; j -= 2)
      X[i][j] = Y[i][j] * 0.25 + i - j;
}
static void trapezoid(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = MAX(0, i - m); j < MIN(n, i + m + 1); j++)
      Y[i][j] = Y[i][j] + X[i][j] * 0.125;
}
static void ternary_bounds(int n, int m) {
#pragma gpu_tile
  for (int i = n < m ? n - 1 : m - 1; i >= (n > 20 ? 3 : 0); i--)
    for (int j = i > 10 ? 10 : i; j < (n >= m ? n : m); j++)
      Y[i][j] += 1;
}
static void antidiagonals(int n) {
#pragma gpu_tile
  for (int d = 0; d < 2 * n - 1; d++)
    for (int i = MAX(0, d - n + 1); i <= MIN(d, n - 1); i++)
      X[i][d - i] = X[i][d - i] * 0.5 + d;
}
static void wave(int n) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      Y[i][j] = 0.25 * (Y[i - 1][j] + Y[i][j - 1] + Y[i][j]);
}
static void diagonal(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    X[i][n - 1 - i] = X[i][i] * (2 * i != n - 1) + 1;
}
static void divided_negative(int n, int m) {
  // Division truncates towards zero; the operands are negative here.
#pragma gpu_tile
  for (int i = (n - m) / 3; i <= (m - n) / 3; i++)
    B[N + i] = B[N + i] * 0.5 + (i - m) / 4 - (i - n) % 5;
}
static void subscripts(int n) {
#pragma gpu_tile
  for (int i = -n; i < n; i++)
    B[i + N] = A[(i + n) / 2] + A[i % 3 + 3];
}
static void unsigned_division(unsigned n) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i / 3; j < i / 2 + i % 2; j++)
      Q[i][j] = Q[j][i] + (unsigned char)(i + j);
}
static void imperfect(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    A[i] = 0;
    for (int j = 0; j < n; j++)
      A[i] += X[i][j] * 0.0625;
    for (int j = i; j < n; j++) {
      Y[i][j] = A[i] + j;
      for (int k = j; k < MIN(n, j + 3); k++)
        Y[i][j] -= X[i][k];
      X[i][j] = Y[i][j] * 0.5;
    }
    A[i] *= 0.5;
  }
}
static void lu(int n) {
#pragma gpu_tile
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) {
      X[i][k] = X[i][k] / (1000 + k);
      for (int j = k + 1; j < n; j++)
        X[i][j] -= X[i][k] * X[k][j] * 0.001;
    }
  }
}
static void block(int n, int m) {
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      A[i] = A[i] * 0.5 + 1;
    B[n] = A[0] + m;
    for (int i = n - 1; i >= 0; i--)
      B[i] = A[i] + B[i];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        X[i][j] = X[i][j] * 0.5 + A[j] - B[n];
    for (int i = 2; i < n; i += 3)
      A[i - 1] = B[n - i];
  }
}
static void outside_short(short n) {
  short s = -5;
  unsigned char c = 200;
#pragma gpu_tile
  for (s = 0; s < n; s++)
    for (c = 3; c < 9; c += 2)
      Q[s][c] ^= 85;
  printf("short %d %d\n", s, c);
}
static void outside_used(int n) {
  int i, j;
#pragma gpu_tile
  {
    for (i = 0; i < n; i++)
      A[i] = A[i] * 0.5;
    for (j = 0; j < n; j += 2)
      Y[j][j] = j + 1;
  }
  printf("used %d %d\n", i, j);
}
static void outside_guarded(int n, int m) {
  int i = -1, j = -2;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    if (i >= m)
      for (j = 0; j < i; j += 4)
        X[i][j] += 1;
  printf("guarded %d %d\n", i, j);
}
static void four_imperfect(int n) {
#pragma gpu_tile
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      Q[a][b] = a;
      for (int c = 0; c < n; c++) {
        K4[a][b][c][0] = Q[a][b];
        for (int d = 1; d < n; d++)
          K4[a][b][c][d] = (K4[a][b][c][d - 1] + c) & 1023;
      }
    }
}
static void with_empty(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      ;
    A[i] += 2;
    for (int j = 5; j < 3; j++)
      A[j] = 0;
    for (int j = 0; j < n; j++) {
    }
  }
}
static void shifted(int n) {
#pragma gpu_tile
  for (int t = 0; t < 4; t++) {
    for (int i = 1; i < n - 1; i++)
      A[i] = 0.25 * (B[i - 1] + 2 * B[i] + B[i + 1]);
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i];
  }
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {0, 9}, {1, 1}, {9, 0}, {1, 7}, {2, 3}, {3, 2}, {4, 4}, {5, 11}, {7, 6},
                                 {31, 33}, {33, 8}, {64, 31}, {65, 70}};
  for (int i = 0; i < N; i++) {
    A[i] = i * 0.5, B[i] = 100 - i, B[i + N] = i % 13, B[i + 2 * N] = i % 7;
    for (int j = 0; j < N; j++)
      X[i][j] = (i * 31 + j * 17) % 101, Y[i][j] = (i * 5 + j * 7) % 53, Q[i][j] = i + 3 * j;
  }
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k][0], m = sizes[k][1], n4 = MIN(n, 9), m4 = MIN(m, 12);
#define RUN(call) call; printf("%d %d %s %a\n", n, m, #call, hash())
    RUN(lower(n)); RUN(upper_down(n)); RUN(trapezoid(n, m)); RUN(ternary_bounds(n, m)); RUN(antidiagonals(n));
    RUN(wave(n)); RUN(diagonal(n)); RUN(divided_negative(n, m)); RUN(subscripts(n));
    RUN(unsigned_division(n));
    RUN(imperfect(n)); RUN(lu(n)); RUN(block(n, m));
    RUN(outside_short(n)); RUN(outside_used(n)); RUN(outside_guarded(n, m));
    RUN(four_imperfect(n4)); RUN(with_empty(n, m)); RUN(shifted(n));
  }
  return 0;
}
