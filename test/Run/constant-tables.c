// Small tables of constants in subscripts, bounds and conditions, as the directions of lattice Boltzmann
// methods: each entry is known, so that accesses through them are affine.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 8 regions equal bit for bit, same output
#include <stdio.h>

enum { n = 24, m = 31, q = 9 };
static const int cx[q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const signed char opposite[q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
const int direction[q][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
static double f[q][n][m], g[q][n][m];

static void pull(int rows, int columns, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
      for (int k = 0; k < q; k++)
        a[(i * columns + j) * q + k] = b[((i - cx[k]) * columns + j - cy[k]) * q + k];
}

static void push(int rows, int columns, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
      for (int k = 0; k < q; k++)
        a[((i + cx[k]) * columns + j + cy[k]) * q + opposite[k]] = b[(i * columns + j) * q + k];
}

static void pushObjects(void) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      for (int k = 0; k < q; k++)
        f[k][i + cx[k]][j + cy[k]] = g[k][i][j];
}

static void pushInside(void) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < q; k++) {
        const int ii = i + direction[k][0], jj = j + direction[k][1];
        if (ii >= 0 && ii < n && jj >= 0 && jj < m)
          g[k][ii][jj] = 0.5 * f[k][i][j];
      }
}

static void bounce(void) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double kept[q];
      for (int k = 0; k < q; k++)
        kept[k] = f[opposite[k]][i][j];
      for (int k = 0; k < q; k++)
        f[k][i][j] = kept[k];
    }
}

// In bounds, in a condition, and as a value.
static void uses(double *x) {
  const int first[4] = {5, 0, 9, 2};
#pragma gpu_tile
  for (int k = 0; k < 4; k++)
    for (int i = first[k]; i < n; i++)
      if (cx[k] >= 0)
        x[k * n + i] += first[k] + cy[i % q];
}

// A place outside of the table is read where no iteration gets to.
static void guarded(int count, double *x) {
#pragma gpu_tile
  for (int k = 0; k < count; k++)
    if (k < q)
      x[k + q * opposite[k]] = k;
}

// Too large to be taken apart, and one that the program may change.
static int later[q] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
static void others(double *restrict x, const double *restrict y) {
  static const int far[40] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
#pragma gpu_tile extents(y: 50)
  for (int k = 0; k < q; k++)
    x[k] = y[far[2 * k]] + y[later[k]];
}

int main(void) {
  static double a[n * m * q], b[n * m * q], x[4 * n];
  for (int i = 0; i < n * m * q; i++)
    a[i] = i % 23, b[i] = i % 19, f[i % q][i / q / m][i / q % m] = i % 29, g[i % q][i / q / m][i / q % m] = i % 31;
  pull(n, m, a, b);
  push(n, m, b, a);
  pushObjects();
  pushInside();
  bounce();
  uses(x);
  guarded(q, x);
  later[4] = 11;
  others(x + 40, a);
  double sums[4] = {0};
  for (int i = 0; i < n * m * q; i++)
    sums[0] += a[i] * (i % 5), sums[1] += b[i] * (i % 3), sums[2] += f[i % q][i / q / m][i / q % m] * (i % 7);
  for (int i = 0; i < 4 * n; i++)
    sums[3] += x[i] * i;
  // OUT: sums
  printf("sums %.17g %.17g %.17g %.17g\n", sums[0], sums[1], sums[2], sums[3]);
  return 0;
}
