// Host loops of small launches, or of launches that change their size, are one launch without a clause:
// factorisations with kernels of one thread, of a row and of a triangle in turn, and dynamic programming,
// with constant and with run-time sizes.
// RUN: %gputile_run --backend=cpu --check --race --remarks=on %s -- -O1 --args 37 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:5 --remarks=on %s -- -O1 --args 66 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --remarks=on %s -- -O1 --args 1 2> %t.err
// RUN: FileCheck %s < %t.err
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40

// L L^T = A: each column ends the factor's column and takes it off the rest.
static void cholesky(int n, double A[n][n]) {
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}}, launch cooperative (model: launches of varying size)
#pragma gpu_tile scheme(parallel)
  for (int k = 0; k < n; k++) {
    A[k][k] = sqrt(A[k][k]);
    for (int i = k + 1; i < n; i++)
      A[i][k] = A[i][k] / A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j <= i; j++)
        A[i][j] = A[i][j] - A[i][k] * A[j][k];
  }
}

static double B[N][N];

static void lu(void) {
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}}, launch cooperative (model: launches of few blocks)
#pragma gpu_tile scheme(parallel)
  for (int k = 0; k < N; k++) {
    for (int i = k + 1; i < N; i++)
      B[i][k] = B[i][k] / B[k][k];
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++)
        B[i][j] = B[i][j] - B[i][k] * B[k][j];
  }
}

// Columns of A become orthonormal columns of Q.
static void orthonormal(int m, int n, double A[m][n], double Q[m][n], double R[n][n]) {
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}}, launch cooperative (model: launches of varying size)
#pragma gpu_tile
  for (int k = 0; k < n; k++) {
    double norm = 0;
    for (int i = 0; i < m; i++)
      norm = norm + A[i][k] * A[i][k];
    R[k][k] = sqrt(norm);
    for (int i = 0; i < m; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < n; j++) {
      R[k][j] = 0;
      for (int i = 0; i < m; i++)
        R[k][j] = R[k][j] + Q[i][k] * A[i][j];
      for (int i = 0; i < m; i++)
        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
    }
  }
}

// The best score of folding the letters i to j: an unpaired end, a pair, or two parts.
static void fold(int n, int P[n][n], const int *letters) {
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}}, launch cooperative (model: launches of varying size)
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++) {
      P[i][j] = P[i][j - 1];
      if (P[i + 1][j] > P[i][j])
        P[i][j] = P[i + 1][j];
      if (P[i + 1][j - 1] + (letters[i] + letters[j] == 3) > P[i][j])
        P[i][j] = P[i + 1][j - 1] + (letters[i] + letters[j] == 3);
      for (int k = i + 1; k < j; k++)
        if (P[i][k] + P[k + 1][j] > P[i][j])
          P[i][j] = P[i][k] + P[k + 1][j];
    }
}

static double matrix(int i, int j, int n) { return i == j ? n + 2.0 : 1.0 / (1 + abs(i - j)); }

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 9;
  double (*A)[n] = malloc(sizeof(double[n][n])), (*C)[n] = malloc(sizeof(double[n][n]));
  double (*Q)[n] = calloc(n, sizeof(double[n])), (*R)[n] = calloc(n, sizeof(double[n]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = C[i][j] = matrix(i, j, n);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      B[i][j] = matrix(i, j, N);
  int (*P)[n] = calloc(n, sizeof(int[n])), *letters = malloc(sizeof(int[n]));
  for (int i = 0; i < n; i++)
    letters[i] = i * i % 7 % 4;
  fold(n, P, letters);
  cholesky(n, A);
  lu();
  orthonormal(n, n, C, Q, R);
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum = sum * 0.75 + A[i][j] + Q[i][j] * 3 + R[i][j] + P[i][j];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.75 + B[i][j];
  printf("%a\n", sum);
  return 0;
}
// CHECK: gputile-run: SAME: 4 regions equal bit for bit
