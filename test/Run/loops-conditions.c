// Affine and data-dependent conditions, iterators that outlive their loops, clauses.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 18 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define N 140
static double A[N], B[N], X[N][N], Y[N][N];
static int I[N], J[N];
static double hash(void) {
  double h = 0;
  for (int i = 0; i < N; i++) {
    h = h * 0.875 + A[i] + B[i] + I[i] * 0.5 + J[i];
    for (int j = 0; j < N; j++)
      h = h * 0.96875 + X[i][j] + Y[i][j] * 0.5;
  }
  return h;
}

static void affine_and(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (i > 2 && j < m && i + j != n)
        X[i][j] = Y[i][j] + 1;
      else
        X[i][j] *= 0.5;
    }
}
static void affine_not(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (!(i >= 3 && !(i > m)) || i == 5)
      A[i] = B[i] + 1;
    if (!i)
      B[i] = -1;
    else if (n > m)
      B[i] = A[i] * 0.5;
    else
      B[i] = A[i] * 0.75;
  }
}
static void affine_parameter(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (m > 4) {
      for (int j = 0; j < m; j++)
        X[i][j] += A[j];
    } else {
      A[i] *= 0.5;
      X[i][i] = A[i];
    }
}
static void data_if(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (A[i] > 10)
      A[i] -= B[i];
    else if (I[i] & 1 || J[i] < 3)
      B[i] += A[i];
    else
      I[i]++;
  }
}
// Reads outside the arrays wherever the condition does not hold.
static void data_guards(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = J[i];
    if (k >= 0 && k < N && I[k] > 5)
      A[i] = B[k] + I[k];
  }
}
static void data_guards_or(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (J[i] < 0 || J[i] >= N || I[J[i]] < 0)
      A[i] += 1;
    else
      A[i] += B[J[i]];
}
static void division_guard(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (I[i] != 0)
      J[i] += 100 / I[i];
    I[i] = J[i] % 5 ? J[i] / (J[i] % 5) : 7;
    J[i] = (J[i] * 7 + 3) % 300 - 50;
    I[i] = (I[i] * 3 + 1) % 40;
  }
}
static void data_and_affine(int n, int m) {
#pragma gpu_tile block(7, 3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i > 0 && X[i - 1][j] > 1 && j < m - 1)
        Y[i][j] = X[i][j + 1];
}
static void conditional_local(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = A[i], u = 0;
    if (t < 3)
      u = t + 1;
    else if (i > 5)
      t = B[i];
    A[i] = t * 0.5 + u;
    B[i] = !t ? u : t > u ? t - u : u - t;
  }
}
static void fuse_min(int n) {
#pragma gpu_tile fuse(min)
  {
    for (int i = 0; i < n; i++)
      A[i] = A[i] * 0.5 + 1;
    for (int i = 0; i < n; i++)
      B[i] = A[i] + B[i] * 0.25;
    for (int i = 1; i < n; i++)
      I[i] = A[i - 1] > 1;
  }
}
static void fuse_max(int n) {
#pragma gpu_tile fuse(max) tile(7)
  {
    for (int i = 0; i < n; i++)
      A[i] = A[i] * 0.5 + 1;
    for (int i = 0; i < n; i++)
      B[i] = A[i] + B[i] * 0.25;
    for (int i = 1; i < n; i++)
      X[0][i] = B[i - 1];
    for (int i = n - 1; i >= 0; i--)
      X[1][i] = A[n - 1 - i];
  }
}
static void fuse_depth(int n, int m) {
#pragma gpu_tile fuse(depth), tile(3, 5), block(3, 3)
  {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        X[i][j] = X[i][j] * 0.5 + A[i];
    for (int i = 0; i < n; i++)
      A[i] += X[i][0];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        Y[i][j] = X[i][j] + A[i];
  }
}
static void if_clause(int n) {
#pragma gpu_tile if(n > 10) scheme(parallel)
  for (int i = 0; i < n; i++)
    A[i] = A[i] * 0.5 - i;
}
static void all_clauses(int n, int m) {
#pragma gpu_tile scheme(parallel) tile(7, 3, 5) block(3, 3) fuse(max) fp(exact) if (n != m || m < 5)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 9; k++)
        X[i][j] += Y[k][j] * 0.125;
}
static void product(int n, int m) {
#pragma gpu_tile tile(5, 3, 7)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      Y[i][j] = 0;
      for (int k = 0; k < n; k++)
        Y[i][j] += X[i][k] * X[k][j] * 0.001;
    }
}
static void outside_triangle(int n) {
  int i = -77, j = -88;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = i; j > 1; j--)
      Y[i][j] = Y[i][j] * 0.5 + j;
  printf("triangle %d %d\n", i, j);
}
static void outside_block(int n, int m) {
  int i = 1;
  long l = 3;
  unsigned u = 4;
  unsigned char c = 200;
#pragma gpu_tile
  {
    for (i = 1; i <= m; i = i + 2)
      A[i] += 1;
    for (l = m - 1; l >= 0; l -= 1)
      for (u = 0; u < (unsigned)n; u += 3)
        Y[l][u] *= 0.5;
    for (c = 3; c < 9; c += 4)
      B[c] *= 0.5;
  }
  printf("block %d %ld %u %d\n", i, l, u, c);
}
static void empty_branches(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (i > 3)
      ;
    else
      A[i] += 1;
    if (A[i] > 2) {
    }
    for (int j = 0; j < n; j++)
      ;
    B[i] += 0.5;
  }
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {0, 9}, {1, 1}, {9, 0}, {1, 7}, {2, 3}, {5, 4}, {7, 6},
                                 {31, 33}, {33, 8}, {64, 31}, {65, 70}};
  for (int i = 0; i < N; i++) {
    A[i] = i * 0.5, B[i] = 30 - i, I[i] = i % 17 - 4, J[i] = (i * 53) % 300 - 80;
    for (int j = 0; j < N; j++)
      X[i][j] = (i * 31 + j * 17) % 101 - 50, Y[i][j] = (i * 5 + j * 7) % 53;
  }
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k][0], m = sizes[k][1];
#define RUN(call) call; printf("%d %d %s %a\n", n, m, #call, hash())
    RUN(affine_and(n, m)); RUN(affine_not(n, m));
    RUN(affine_parameter(n, m)); RUN(data_if(n)); RUN(data_guards(n)); RUN(data_guards_or(n));
    RUN(division_guard(n)); RUN(data_and_affine(n, m)); RUN(conditional_local(n));
    RUN(fuse_min(n)); RUN(fuse_max(n)); RUN(fuse_depth(n, m)); RUN(if_clause(n)); RUN(all_clauses(n, m));
    RUN(product(n, m)); RUN(outside_triangle(n)); RUN(outside_block(n, m));
    RUN(empty_branches(n));
  }
  return 0;
}
