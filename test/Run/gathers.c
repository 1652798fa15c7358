// Reads through subscripts that depend on data, of arrays whose size nothing says.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 20 regions equal bit for bit, same output
// RUN: %gputile_run --backend=cpu --asan %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %clang -fplugin=%plugin -std=c11 -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void gather(int n, double *y, const double *x, const int *index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[index[i]];
}
static void with_clause(int n, int m, double *y, const double *x, const int *index) {
#pragma gpu_tile extents(x: m, index: 2 * n)
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[index[i] % m] + index[n + i * i % n];
}
/// Sparse matrices: rows, columns and elements of unknown size.
static void csr(int n, double *y, const int *row, const int *column, const double *a, const double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += a[k] * x[column[k]];
    y[i] = sum;
  }
}
static void csr_scalar(int n, double *y, const int *row, const int *column, const double *a, const double *x) {
  int k, c;
  double sum;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    sum = 0;
    for (k = row[i]; k < row[i + 1]; k++) {
      c = column[k];
      sum += a[k] * x[c];
    }
    y[i] = sum;
  }
}
static void guarded(int n, double *y, const double *x, const int *index, const unsigned char *use) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (use[i])
      y[i] += x[index[i]];
}
static void in_expressions(int n, double *y, const double *x, const double *z, const int *index, const bool *use) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = use[i] == true ? x[index[i]] : index[i] >= 0 && z[index[i]] > 0 ? 1 : -y[i];
}
static void chained(int n, int *y, const int *a, const int *b, const unsigned short *c) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = a[b[c[i]]];
}
static void negative(int n, double *y, const double *x, const int *index) {
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i -= 3)
    y[i] = x[-index[i] - 1];
}
/// The subscript is a value of several branches.
static void locals(int n, double *y, const double *x, const int *index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = index[i];
    if (k > 3)
      k /= 2;
    else
      k += index[n - 1 - i];
    double best = x[k];
    for (int j = 0; j < 3; j++) {
      if (index[i] + j == 7)
        break;
      best = best > x[k + j] ? best : x[k + j];
    }
    y[i] = best;
  }
}
/// Rows of a flat pointer, before and behind each.
static void rows(int n, int m, double *d, const double *u, const int *above, const int *left) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = i * m + j;
      d[k] = u[k] - u[above[i] * m + j] - u[i * m + left[j]];
    }
}
static void rows_with_clause(int n, int m, double *d, const double *u, const int *above) {
#pragma gpu_tile extents(u: n * m)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      d[i * m + j] = u[i * m + j] - u[above[i] * m + j];
}
struct point {
  double x, y;
  int id;
};
static void members(int n, double *to, const struct point *p, const int *index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    to[i] = p[index[i]].y * p[index[i]].id;
}
static void matrix(int n, double *to, double (*p)[4], const int *index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      to[4 * i + j] = p[index[i]][j] + p[index[i]][index[j] & 3];
}
static void switched(int n, double *to, const double *x, const int *index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    switch (index[i] % 3) {
    case 0:
      k = index[i];
      break;
    case 1:
      k = 1;
      to[i] = 3;
    default:
      k += 2;
    }
    to[i] += x[k];
  }
}
static void of_floats(int n, double *to, const double *x, const float *at) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    to[i] = x[(int)at[i]];
}
static void unsigned_subscripts(unsigned n, double *y, const double *x, const unsigned *index) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    y[i] = x[index[i] + 1u];
}
static void of_integers(int n, int *y, const int *row, const int *column, const int *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += x[k];
    y[i] = sum + column[i];
  }
}
static void quadratic(int n, double *y, const double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = x[i * i];
}
static void twice(int n, double *y, double *z, const double *x, const int *index) {
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      y[i] = x[index[i]];
    for (int i = 1; i < n; i++)
      z[i] = y[i - 1] + x[index[i] + 1];
  }
}
static void histogram(int n, int *h, int bins, const int *key) {
#pragma gpu_tile extents(h: bins)
  for (int i = 0; i < n; i++)
    h[key[i]] += 1;
}

enum { N = 100 };
static double x[2 * N], y[N * N], z[N];
static double total(void) {
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += y[i] * (i % 13 + 1);
  for (int i = 0; i < N; i++)
    sum += z[i] * (i % 7 + 1);
  return sum;
}

static int *index_, *row, *column, *small, *ints;
static double *a, *corner, *u;
static float *at;
static unsigned char *use;
static bool *flags;
static unsigned short *shorts;
static struct point *points;

int main(void) {
  int *const index = index_ = malloc(2 * N * sizeof *index);
  row = malloc((N + 1) * sizeof *row);
  column = malloc(4 * N * sizeof *column);
  small = malloc(N * sizeof *small);
  a = malloc(4 * N * sizeof *a);
  at = malloc(N * sizeof *at);
  use = malloc(N);
  flags = malloc(N * sizeof *flags);
  shorts = malloc(N * sizeof *shorts);
  for (int i = 0; i < 2 * N; i++)
    x[i] = 0.25 * i - 7, index[i] = 5 + i * 37 % 61;
  row[0] = 0;
  for (int i = 0; i < N; i++) {
    row[i + 1] = row[i] + i % 5;
    use[i] = i % 3 == 1, flags[i] = i % 4 == 1, shorts[i] = (unsigned short)(i * 11 % 90);
    at[i] = (float)i / 2, small[i] = i * 7 % 50;
  }
  for (int k = 0; k < 4 * N; k++)
    a[k] = k % 9, column[k] = k * 53 % N;

  gather(N, y, x, index);
  // Elements outside of what is read need not exist.
  corner = malloc(61 * sizeof *corner);
  for (int i = 0; i < 61; i++)
    corner[i] = i * 1.5;
  gather(N, z, corner - 5, index);
  // OUT: 37060
  printf("%.10g\n", total());
  with_clause(N, 2 * N, y, x, index);
  csr(N, y + N, row, column, a, x);
  csr_scalar(N, y + 2 * N, row, column, a, x);
  guarded(N, y + 3 * N, x, index, use);
  in_expressions(N, y + 4 * N, x, corner - 5, index, flags);
  // Nothing is read at all.
  int none[N + 1] = {0};
  gather(0, y, 0, 0);
  gather(-3, y, 0, 0);
  guarded(N, y, 0, 0, (unsigned char *)none); // FALLBACK: not all memory around the elements of array 'index' can be read
  csr(N, z, none, 0, 0, 0);
  ints = calloc(4 * N, sizeof *ints);
  chained(N, ints, column, index, shorts);
  for (int i = 0; i < N; i++)
    y[5 * N + i] = ints[i];
  negative(N, y + 6 * N, x + N, small);
  locals(N, y + 7 * N, x, small);
  // OUT-NEXT: 123597.5
  printf("%.17g\n", total());
  int above[10], left[9];
  for (int i = 0; i < 10; i++)
    above[i] = i ? i - 1 : 0;
  for (int j = 0; j < 9; j++)
    left[j] = j ? j - 1 : 0;
  u = malloc(90 * sizeof *u);
  for (int k = 0; k < 90; k++)
    u[k] = k * k % 17;
  rows(10, 9, y + 8 * N, u, above, left);
  rows_with_clause(10, 9, y + 9 * N, u, above);
  points = malloc(70 * sizeof *points);
  for (int k = 0; k < 70; k++)
    points[k] = (struct point){k, k * 0.5, k % 11};
  members(N, y + 10 * N, points, index);
  matrix(40, y + 11 * N, (double(*)[4])x, small);
  switched(N, y + 13 * N, x, small);
  of_floats(N, y + 14 * N, x, at);
  unsigned_subscripts(N, y + 21 * N, x, (const unsigned *)index);
  of_integers(N, ints, row, column, column);
  for (int i = 0; i < N; i++)
    y[22 * N + i] = ints[i];
  quadratic(14, y + 23 * N, x);
  twice(N, y + 24 * N, z, x, index);
  histogram(N, ints, 70, index);
  for (int i = 0; i < 70; i++)
    y[25 * N + i] = ints[i];
  // OUT-NEXT: 398797.75
  printf("%.17g\n", total());

  // What says where the reads are must not change, and is not followed if it might.
  gather(20, x + 9, x, index);     // FALLBACK: arrays 'y' and 'x' overlap
  chained(N, column, column, index, shorts); // FALLBACK: arrays 'y' and 'a' overlap
  of_integers(N, row + 1, row, column, column); // FALLBACK: arrays 'row' and 'y' overlap
  // OUT-NEXT: 398797.75 140
  printf("%.17g %d\n", total(), row[5] + column[9]);
  return 0;
}
