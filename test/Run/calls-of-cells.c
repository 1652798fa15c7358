// Functions that take pointers to elements, and return them, as codes with cells of several values have
// them: in conditions of `switch`, compared with null, and asserted.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: rm -rf %t && mkdir %t && %gputile --output-dir=%t %s -- 2> /dev/null
// RUN: FileCheck %s --check-prefix=CUDA < %t/calls-of-cells.gputile.cu
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { values = 9 };
enum kind { fluid, wall, inflow };
typedef double *cell;
typedef struct {
  cell cells;
  uint32_t width, height;
} mesh;
typedef struct {
  enum kind *kinds;
  uint32_t width, height;
} kinds;
static const double weight[values] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

static inline cell cellOf(const mesh *m, int x, int y) { return &m->cells[(x * m->height + y) * values]; }
static inline enum kind *kindOf(const kinds *m, uint32_t x, uint32_t y) { return &m->kinds[x * m->height + y]; }

static double density(const double *c) {
  assert(c != NULL);
  double sum = 0;
  for (size_t k = 0; k < values; k++)
    sum += c[k];
  return sum;
}

static void moments(double m[2], const double *c, double mass) {
  for (size_t d = 0; d < 2; d++) {
    m[d] = 0;
    for (size_t k = 0; k < values; k++)
      m[d] += c[k] * weight[(k + d) % values];
    m[d] /= mass;
  }
}

static void relax(cell to, const double *from) {
  const double mass = density(from);
  double m[2];
  moments(m, from, mass);
  for (size_t k = 0; k < values; k++)
    to[k] = from[k] - 0.75 * (from[k] - weight[k] * mass * (m[0] - 0.5 * m[1]));
}

static void collide(mesh *to, const mesh *from) {
  assert(to->width == from->width);
#pragma gpu_tile
  for (size_t j = 1; j < from->height - 1; j++)
    for (size_t i = 1; i < from->width - 1; i++)
      relax(cellOf(to, i, j), cellOf(from, i, j));
}

static void turn(cell c) {
  const double first = c[1];
  c[1] = c[3];
  c[3] = first;
}

// The function that a `case` calls, and the one that chooses it.
static void borders(mesh *m, const kinds *k) {
#pragma gpu_tile
  for (size_t i = 0; i < m->width; i++)
    for (size_t j = 0; j < m->height; j++) {
      switch (*kindOf(k, i, j)) {
      case fluid:
        break;
      case wall:
        turn(cellOf(m, i, j));
        // Runs on.
      case inflow:
        cellOf(m, i, j)[0] = density(cellOf(m, i, j));
        break;
      default:
        cellOf(m, i, j)[2] = 0;
      }
    }
}

// CUDA: switch (
static void chosen(int n, const int *how, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double scale = x[i];
    switch (how[i] & 3) {
    case 0:
    case 1: {
      double twice[1];
      twice[0] = 2 * scale;
      
      scale = twice[0];
      break;
    }
    case 2:
      scale -= 1;
    default:
      scale += 5;
    }
    x[i] = scale;
  }
}

// Functions that return from within, and iterations that end there.
static double pick(int k, double x) {
  switch (k) {
  case 0:
    return x;
  case 1:
  case 3: {
    if (x > 5)
      return 1;
    x += 1;
    break;
  }
  default:
    return -x;
  case 2:
    x *= 2;
  }
  return 3 * x;
}

static void ending(int n, const int *how, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    switch (how[i] % 5) {
    case 0:
      continue;
    case 4: {
      x[i] += 2;
      break;
    }
    case 1:
      if (x[i] > 6)
        continue;
      x[i] -= 1;
    }
    x[i] += pick(how[i] % 4, x[i]) + pick(i % 5, 1);
  }
}

// Null where the structure has no memory.
static void absent(int n, const mesh *m, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const double *at = &m->cells[i];
    x[i] = 4;
    if (at)
      x[i] = *at;
  }
}

static void optional(int n, const mesh *m, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const double *at = &m->cells[i], *next = at + 1;
    x[i] = 1;
    if (at)
      x[i] = *at;
    if (next == NULL)
      x[i] += 2;
    if (&weight[i] != NULL)
      x[i] *= 3;
  }
}

int main(void) {
  enum { width = 20, height = 30, count = width * height };
  mesh a = {calloc(count * values, sizeof(double)), width, height}, b = {calloc(count * values, sizeof(double)), width, height};
  kinds k = {calloc(count, sizeof(enum kind)), width, height};
  static int how[count];
  static double x[count];
  for (int i = 0; i < count * values; i++)
    a.cells[i] = 1 + i % 17;
  for (int i = 0; i < count; i++)
    k.kinds[i] = (enum kind)(i * 7 % 4), how[i] = i * 5 % 11, x[i] = i % 13;
  collide(&b, &a);
  borders(&b, &k);
  chosen(count, how, x);
  ending(count, how, x);
  double sums[3] = {0};
  for (int i = 0; i < count * values; i++)
    sums[0] += b.cells[i];
  for (int i = 0; i < count; i++)
    sums[1] += x[i];
  optional(count, &a, x);
  const mesh none = {NULL, 0, 0};
  for (int i = 0; i < count; i++)
    sums[2] += x[i];
  absent(1, &none, x);
  absent(count - 1, &a, x + 1);
  for (int i = 0; i < count; i++)
    sums[2] += x[i];
  // OUT: sums
  printf("sums %.17g %.17g %.17g\n", sums[0], sums[1], sums[2]);
  return 0;
}
