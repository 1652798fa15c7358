// Flat pointers with subscripts that are computed in unsigned int, or converted to fewer bits. Where
// these wrap around, the original loops run.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// CHECK-NOT: region left on the CPU
// CHECK-DAG: unsigned-subscripts.c:[[#WRAP:]]: gputile: a subscript of array 'a' may wrap around
// CHECK-DAG: gputile-run: SAME: 12 regions equal bit for bit, same output
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double *cells;
  uint32_t width, height;
} mesh;

static void stencil(unsigned n, unsigned m, double *a, const double *b) {
#pragma gpu_tile
  for (unsigned i = 1; i < n - 1; i++)
    for (unsigned j = 1; j < m - 1; j++)
      a[i * m + j] = 0.5 * b[i * m + j - 1] + b[(i + 1) * m + j] - b[(i - 1) * m + j];
}

static void product(unsigned n, double *c, const double *a, const double *b) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      for (unsigned k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void planes(uint32_t n, uint32_t m, uint32_t l, float *a) {
#pragma gpu_tile
  for (uint32_t t = 0; t < 3; t++)
    for (uint32_t k = 1; k < l; k++)
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < m; j++)
          a[(k * n + i) * m + j] += 0.25f * a[((k - 1) * n + i) * m + j];
}

// Rows in 32 bits, and the rest in 64.
static void mixed(unsigned n, unsigned m, double *a) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      a[(unsigned)i * m + j] *= 2;
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      a[j + (size_t)(i * m)] -= 1;
}

static void through(unsigned n, unsigned m, double *a, const double *b) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) {
      const unsigned at = i * m + j;
      a[at] += b[at];
    }
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++) {
    double *row = a + i * m;
    for (unsigned j = 0; j < m; j++)
      row[j] = row[j] / 3;
  }
}

static inline double *cell(const mesh *m, int x, int y) { return &m->cells[(x * m->height + y) * 9]; }

static void directions(mesh *to, const mesh *from) {
#pragma gpu_tile
  for (size_t i = 1; i < from->width - 1; i++)
    for (size_t j = 1; j < from->height - 1; j++)
      for (size_t k = 0; k < 9; k++)
        cell(to, i, j)[k] = cell(from, i, j)[k] + 0.5 * cell(from, i - 1, j + 1)[(k + 1) % 9];
}

static double sumOf(const double *values) {
  double sum = 0;
  for (size_t k = 0; k < 9; k++)
    sum += values[k];
  return sum;
}

static void relax(double *to, const double *from) {
  const double mean = sumOf(from) / 9;
  for (size_t k = 0; k < 9; k++)
    to[k] = from[k] - 0.75 * (from[k] - mean);
}

// Cells as arguments.
static void collide(mesh *to, const mesh *from) {
#pragma gpu_tile
  for (size_t j = 1; j < from->height - 1; j++)
    for (size_t i = 1; i < from->width - 1; i++)
      relax(cell(to, i, j), cell(from, i, j));
}

// Of 64 bits to int.
static void narrowed(size_t n, size_t m, double *a) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      a[(int)(i * m + j)] += 3;
}

// first * m is a multiple of 2^32.
static void wraps(unsigned first, unsigned n, unsigned m, double *a) {
#pragma gpu_tile
  for (unsigned i = first; i < first + n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * m + j] += 5;
}

// The part in 32 bits is less than the subscript.
static void part(unsigned n, unsigned m, double *a) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 1; j < m - 1; j++)
      a[(size_t)(i * m + j - 1) + 2] += 1;
}

int main(void) {
  enum { n = 40, m = 50 };
  static double a[n * m], b[n * m], c[n * n];
  static float f[n * m];
  for (int i = 0; i < n * m; i++)
    f[i] = i % 13, a[i] = i % 11, b[i] = i % 7;
  stencil(n, m, a, b);
  product(n, c, a, b);
  planes(5, 10, 40, f);
  mixed(n, m, a);
  through(n, m, a, b);
  mesh to = {calloc(20 * 30 * 9, sizeof(double)), 20, 30}, from = {calloc(20 * 30 * 9, sizeof(double)), 20, 30};
  for (int i = 0; i < 20 * 30 * 9; i++)
    from.cells[i] = i % 17;
  directions(&to, &from);
  collide(&from, &to);
  narrowed(n, m, b);
  wraps(0, n, m, a);
  wraps(1u << 31, 10, 50, a);
  wraps(1u << 27, 20, 32, a);
  part(n, m, a);
  double sums[5] = {0};
  for (int i = 0; i < n * m; i++)
    sums[0] += a[i], sums[1] += b[i], sums[2] += f[i];
  for (int i = 0; i < n * n; i++)
    sums[3] += c[i];
  for (int i = 0; i < 20 * 30 * 9; i++)
    sums[4] += from.cells[i];
  // OUT: sums
  printf("sums %.17g %.17g %.17g %.17g %.17g\n", sums[0], sums[1], sums[2], sums[3], sums[4]);
  return 0;
}
