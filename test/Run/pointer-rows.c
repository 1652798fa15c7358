// Arrays whose rows lie behind pointers, wherever that is.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 18 regions equal bit for bit, same output
// RUN: %gputile_run --backend=cpu --asan %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %clang -fplugin=%plugin -std=c11 -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
#include <stdio.h>
#include <stdlib.h>

static double **A, ***u;
static float *rows[12];
struct grid {
  int nx;
  double **rows;
  double ***levels;
};

static void stencil(double **a, double *const *b, int n, int m) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i][j] = b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1];
}
static void triangle(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      A[i][j] = A[i][j] * 2 + i;
}
/// The edges of the cube are not accessed.
static void cube(double ***r, int n) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        r[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j][k - 1];
}
static void in_place(double **a, int steps, int n) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < n; j++)
        a[i][j] = 0.5 * (a[i][j - 1] + a[i - 1][j]);
}
static void every_other(double **a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i += 3)
    for (int j = 1; j < n; j += 2)
      a[i][j] = i * j;
}
/// Rows with subscripts from `low` on, perhaps below zero.
static void from_low(double **a, int low, int high) {
#pragma gpu_tile
  for (int i = low; i <= high; i++)
    for (int j = low; j <= high; j++)
      a[i][j] += i - j;
}
static void array_of_pointers(int n) {
#pragma gpu_tile
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < n; j++)
      rows[i][j] = rows[i][j] * 1.5f + j;
}
static void pointers_to_rows(double **a, double **b, int n) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    double *row = a[i];
    const double *above = b[i - 1] + 1;
    for (int j = 0; j < n - 1; j++)
      row[j] += above[j] * 0.5;
    *row = i;
  }
}
static void members(const struct grid *g, int lt) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->nx; j++)
      g->rows[i][j] = g->levels[lt][j][i] + 1;
}
static void two_tables(double **to, double **from, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i][j] = from[i][j] + 1;
}
static void beside(double **a, double *sums, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sums[i] += a[i][j];
}
static void characters(unsigned char **a, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (unsigned char)(i + 3 * j);
}
static void copies(unsigned char **a, const unsigned char *from, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = from[j];
}
static void read_twice(int **a, int *sums, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sums[i] += a[i][j];
}

static double product(const double *row, const double *column, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += row[k] * column[k];
  return sum;
}
static void rows_as_arguments(double **to, double **a, double **b, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i][j] = product(a[i], b[j], n);
}
/// Rows without a flag need not exist.
static void flagged(double **a, const int *flag, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (flag[i])
        a[i][j] = a[i][j] * flag[i] + j;
}
static void either(double **a, double **b, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (b[i][j] > 0)
        a[i][j] = b[i][j];
      else
        a[i][j] = -1;
}
static void edges(double **a, int first, int n) {
#pragma gpu_tile
  {
    for (int j = 0; j < n; j++) {
      a[0][j] = j;
      a[first][j] = a[n - 1][j] + 1;
    }
    for (int i = 2; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += a[0][j] - a[first][i];
  }
}

enum { N = 24 };
/// Rows in an order of their own, each with `size` elements.
static double **table(int n, int size, int stride) {
  double **a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i * stride % n] = malloc((size ? size : i * stride % n + 1) * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (size ? size : i + 1); j++)
      a[i][j] = i * 0.5 - j % 7;
  return a;
}
static double sum(double **a, int n, int size) {
  double total = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (size ? size : i + 1); j++)
      total += a[i][j] * ((i + j) % 7 + 1);
  return total;
}

static double **a, **b, ***r, **shifted;

int main(void) {
  a = table(N, N, 7);
  b = table(N, N, 5);
  A = table(N, 0, 11);
  stencil(a, b, N, N);
  triangle(N);
  // OUT: {{[0-9.-]+}} {{[0-9.-]+}}
  printf("%g %g\n", sum(a, N, N), sum(A, N, 0));
  r = calloc(N, sizeof *r);
  u = calloc(N, sizeof *u);
  for (int i = 0; i < N; i++) {
    r[i] = calloc(N, sizeof *r[i]);
    u[i] = calloc(N, sizeof *u[i]);
    for (int j = 0; j < N; j++) {
      const int in = i > 0 && i < N - 1, inside = j > 0 && j < N - 1;
      r[i][j] = in && inside ? calloc(N, sizeof(double)) : 0;
      u[i][j] = (in && j < N - 1) || inside ? calloc(N, sizeof(double)) : 0;
      for (int k = 0; u[i][j] && k < N; k++)
        u[i][j][k] = i - 2 * j + 3 * k;
    }
  }
  cube(r, N);
  double total = 0;
  for (int i = 1; i < N - 1; i++)
    total += sum(r[i] + 1, N - 2, N);
  // OUT-NEXT: {{[0-9.-]+}}
  printf("%.17g\n", total);
  in_place(a, 5, N);
  every_other(b, N);
  shifted = malloc(N * sizeof *shifted);
  for (int i = 0; i < N; i++)
    shifted[i] = b[i] + 4;
  from_low(shifted + 4, -4, 9);
  for (int i = 0; i < 12; i++) {
    rows[(i * 5) % 12] = malloc(N * sizeof(float));
    for (int j = 0; j < N; j++)
      rows[(i * 5) % 12][j] = (float)(i + j);
  }
  array_of_pointers(N);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < N; j++)
      total += rows[i][j] * (i + 1);
  pointers_to_rows(a, b, N);
  struct grid g = {N - 3, a, u};
  for (int j = 0; j < N; j++) {
    free(u[2][j]);
    u[2][j] = b[j];
  }
  members(&g, 2);
  // OUT-NEXT: {{[0-9.-]+}} {{[0-9.-]+}} {{[0-9.-]+}}
  printf("%g %g %g\n", sum(a, N, N), sum(b, N, N), total);

  // No pointer may be followed that the loops do not follow.
  stencil(0, 0, 2, 5);
  stencil(0, 0, 5, 2);
  triangle(0);
  cube(0, 2);
  in_place(0, 0, 5);
  from_low(0, 3, 2);
  two_tables(0, 0, -4);

  two_tables(a, b, N);
  double *keep = a[3];
  a[3] = a[5];
  two_tables(a, b, N); // FALLBACK: rows of array 'to' share memory
  a[3] = a[5] + 4;
  two_tables(a, b, N - 4);
  a[3] = b[2];
  two_tables(a, b, N);
  a[3] = keep;
  two_tables(a, a, N);
  edges(a, 1, N);
  rows_as_arguments(b, a, a, N - 9);
  rows_as_arguments(a, b, a + 4, 4);
  two_tables(b, a + 1, N - 1);
  // OUT-NEXT: {{[0-9.-]+}} {{[0-9.-]+}}
  printf("%g %g\n", sum(a, N, N), sum(b, N, N));
  beside(a, b[0], N);
  beside(b, b[7], N - 1); // FALLBACK: arrays 'sums' and 'a' overlap
  beside(b, b[N - 1], N - 1);
  // OUT-NEXT: {{[0-9.-]+}}
  printf("%g\n", sum(b, N, N));

  // Rows that lie evenly stay where they are.
  static double block[N][N + 3], *even[N];
  for (int i = 0; i < N; i++)
    even[i] = block[i] + 2;
  two_tables(even, b, N);
  in_place(even, 4, N);
  every_other(even, N);
  stencil(even, a, N, N - 3);
  from_low(even + 3, -1, N - 4);
  beside(even, &block[0][0], 2);
  beside(even, &block[1][0], 1); // The gap between two rows.
  // OUT-NEXT: {{[0-9.-]+}} {{[0-9.-]+}}
  printf("%g %g\n", sum(even, N, N), block[1][0]);

  double *holes[N] = {0};
  int flags[N] = {0};
  for (int i = 0; i < N; i += 3)
    holes[i] = a[N - 1 - i], flags[i] = i - 5;
  flagged(holes, flags, N);
  flagged(0, flags + 1, 2); // FALLBACK: not all memory around the elements of array 'a' can be read
  holes[1] = (double *)64;
  flagged(holes, flags, N);
  either(b, a, N);
  either(holes + 3, a, 1);
  // OUT-NEXT: {{[0-9.-]+}} {{[0-9.-]+}}
  printf("%g %g\n", sum(a, N, N), sum(b, N, N));

  unsigned char *bytes[6], memory[6][40] = {{0}};
  for (int i = 0; i < 6; i++)
    bytes[i] = memory[5 - i];
  characters(bytes, 6, 40);
  for (int i = 0; i < 6 * 40; i++)
    total += memory[i / 40][i % 40] * (i % 7);
  // The first row is the pointer to the second one, which is read after it is written.
  static unsigned char *own[2];
  unsigned char *const second = memory[2];
  own[0] = (unsigned char *)&own[1];
  own[1] = memory[1];
  copies(own, (const unsigned char *)&second, 2, (int)sizeof second); // FALLBACK: rows of array 'a' share memory
  for (int k = 0; k < 6 * 40; k++)
    total += memory[k / 40][k % 40] * (k % 5);
  // OUT-NEXT: 1 1
  printf("%d %d\n", own[1] == second, second[0] == ((const unsigned char *)&second)[0]);

  // Rows that are only read may be the same.
  int row[N], sums[N] = {0}, *same[N];
  for (int i = 0; i < N; i++)
    row[i] = i, same[i] = i % 2 ? row : row + 1;
  read_twice(same, sums, N - 1);
  // OUT-NEXT: 276 253 276
  printf("%d %d %d\n", sums[0], sums[1], sums[N - 2]);
  return 0;
}
