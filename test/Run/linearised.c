// Flat pointers with linearised subscripts. Subscripts that leave their rows make the original loops run.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: a subscript of array 'a' leaves its row; the original loops run
// CHECK: all equal; 1 fallbacks
// CHECK: gputile-run: SAME: 12 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define SIZE 20000
static double A[SIZE], B[SIZE], C[SIZE];

// Lower bounds and halos, as Fortran has them.
#define AT(i, j) ((hi + 4) * ((j) - (lo - 2)) + (i) - (lo - 2))
static void halos(int lo, int hi, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (int j = lo; j <= hi; j++)
    for (int i = lo; i <= hi; i++)
      a[AT(i, j)] = 0.25 * (b[AT(i - 2, j)] + b[AT(i + 2, j)] + b[AT(i, j - 1)] + b[AT(i, j + 2)]);
#pragma gpu_tile
  for (int k = 1; k <= 2; k++)
    for (int i = lo - 2; i <= hi + 2; i++)
      a[AT(i, lo - k)] = a[AT(i, lo - 1 + k)];
}

static void transposed(int n, int m, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[j * n + i] = b[i * m + j] + b[(n - 1 - i) * m + m - 1 - j];
}

static void planes(int n, int m, int l, double *restrict a, const double *restrict b) {
  const int plane = n * m;
#pragma gpu_tile
  for (int k = 1; k < l - 1; k++)
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        const int at = i + n * j + plane * k;
        a[at] = b[at] + b[at - 1] + b[at + n] + b[at - plane];
      }
#pragma gpu_tile
  for (int k = 0; k < l; k++)
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        a[i + n * (j + m * k)] += *(b + (long)n * m * k + (size_t)n * (m - 1 - j) + i);
}

// Rows in turn, in place.
static void lower_upper(int n, double *a) {
#pragma gpu_tile
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] = a[i * n + k] / (a[k * n + k] + 3);
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

static void strides(size_t n, size_t m, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j + 1 < m; j++)
      if (b[(2 * i + 1) * m + j] > 0.5)
        a[2 * i * m + j + 1] = b[2 * i * m + j];
}

static void scalars(int n, int m, int offset, double *restrict a, const double *restrict b) {
  int index, row;
  size_t up;
#pragma gpu_tile
  for (int k = 2; k <= n; k++) {
    row = k * m;
    for (int j = 1; j <= m; j++) {
      index = offset + j + (k + m - 1) * m;
      up = (size_t)(k - 1) * m + j;
      if (b[row + j - 1] > 0.3)
        a[index - 1] = b[up - 1] + b[row - m];
      else
        a[index - 1] = 1;
    }
  }
}

// Writes and reads of one array: in rows that are too short, elements have two subscripts.
static void sweep(int n, int m, int row, double *a) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * row + j] = 0.5 * a[(i - 1) * row + j] + 1;
}

static void prefix(int n, int m, double *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      *(a + i * m + j) += a[i * m + j - 1];
}

// Arrays themselves, also in the function. What is only read needs no rows.
static void arrays(int n, int m) {
  double local[1500];
  for (int k = 0; k < 1500; k++)
    local[k] = k;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i * m + j] = 2 * B[i * m + j] + B[(i * 7 + j * j) % 50] + local[j];
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      local[i * m + j] += 0.5 * local[i * m + j - 1];
  for (int k = 0; k < 1500; k++)
    C[k] += local[k];
}

static void show(const double *a) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++)
    sum += a[i] * (1 + i % 97);
  printf("%a\n", sum);
}

int main(void) {
  for (int i = 0; i < SIZE; i++) {
    A[i] = rand() % 1000 / 999.0;
    B[i] = rand() % 1000 / 999.0;
  }
  halos(1, 37, C, B), show(C);
  halos(4, 40, C, A), show(C);
  transposed(33, 41, C, B), show(C);
  planes(17, 19, 13, C, B), show(C);
  lower_upper(45, A), show(A);
  strides(20, 47, C, B), show(C);
  scalars(50, 60, 0, C, B), show(C);
  sweep(30, 40, 40, A), show(A);
  sweep(30, 40, 39, A), show(A);
  prefix(50, 60, A), show(A);
  arrays(30, 50), show(C);
}
