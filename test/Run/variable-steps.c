// Loops whose step is a variable, and loops inside of them that begin at their iterators.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=random:3 %s -- -std=c11 -O1 -w > %t.out2 2> %t.err2
// RUN: cmp %t.out %t.out2
// CHECK-DAG: warning: region left on the CPU: {{.*}}its step is not a constant, and 'i' may be read behind it
// CHECK-DAG: (its step is not a constant) [loop-form]
// CHECK-DAG: (it starts at an iterator whose step is not a constant, and 'j' may be read behind it) [loop-form]
// CHECK-DAG: (its step is not a constant, and 'k' may be read behind it) [loop-form]
// CHECK-DAG: (its step is not a constant, and 'i' always leaves the range of its type, or half of it) [loop-form]
// CHECK: gputile-run: SAME: 24 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define SIZE 600
static double sum(const double *a) {
  double s = 0;
  for (int i = 0; i < SIZE; i++)
    s = s * 0.99 + a[i];
  return s;
}

static void once(double *a, int n, int s) {
#pragma gpu_tile
  for (int i = 3; i < n; i += s)
    a[i] += i;
}
static void down(double *a, long n, long s) {
#pragma gpu_tile
  for (long i = n - 1; i >= 2; i = i - s)
    a[i] = a[i] * 2 - i;
}
// A counter of the function, a step that is a product, and both bounds in it.
static void inclusive(double *a, size_t n, size_t s) {
  size_t i, m = n > 200 ? 200 : n;
#pragma gpu_tile
  for (i = 1; i <= m; i += 2 * s)
    a[i] += 1;
}
static void butterflies(double *re, double *im, int n, int half) {
#pragma gpu_tile
  for (int i = 0; i < n; i += 2 * half)
    for (int j = i; j < i + half; j++) {
      const double u = re[j], v = im[j];
      re[j] = u + re[j + half];
      im[j] = v + im[j + half];
      re[j + half] = u - re[j + half];
      im[j + half] = v - im[j + half];
    }
}
static void several(double *a, double *b, int n, int s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += s) {
    for (int j = i + s - 1; j >= i; --j)
      a[j] += 1;
    for (int j = 0; j < s; j += 2)
      b[i + j] = a[i + j] * 2;
  }
}
static void rows(double *a, int n, int m, int s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += s)
    for (int j = 0; j < m; j++)
      a[i * m + j] += i + j;
}
// Time steps around, and data inside.
static void sweeps(double *a, int steps, int n, int s) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i += s) {
      if (a[i] > 50)
        continue;
      for (int k = 0; k < 40 && a[i] < 30; k++)
        a[i] += k + t;
    }
}
// A step without iterations may be anything.
static void fixedArray(int n, int s) {
  static double table[SIZE];
#pragma gpu_tile
  for (int i = n; i > 0; i -= s)
    table[i] += 1;
  printf("%g\n", sum(table));
}
// Tiles that all have their full size.
static void wholeTiles(double *a, int n, int b) {
#pragma gpu_tile
  for (int ii = 0; ii < n; ii += b)
    for (int i = ii; i < ii + b; i++)
      a[i] += ii;
}
static void nested(double *a, int n, int s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += 4 * s)
    for (int j = 0; j < 4 * s; j += s)
      a[i + j] += 1;
}
// Directives of other compilers stand in front of the loop.
static void unrolled(double *a, int n, int s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += s) {
#pragma unroll 2
    for (int j = 0; j < 4 * s; j += s)
      a[i] += j;
  }
}

static void shifted(double *a, size_t n, int k) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i += (size_t)1 << k)
    a[i] += 3;
}

// Unsigned iterators, and steps of other types.
static void unsignedTiles(double *a, unsigned n, unsigned b) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i += b)
    for (unsigned j = i; j < i + b; ++j)
      a[j] += i * 3 + j;
}
static void sizes(double *a, size_t n, size_t b) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i += b)
    for (size_t j = i; j <= i + b - 1; ++j)
      a[j] += i + j;
}
static void unsignedDown(double *a, unsigned n, unsigned s) {
#pragma gpu_tile
  for (unsigned i = n; i >= s; i -= s)
    a[i] += i;
}
static void wideStep(double *a, int n, long s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += s)
    a[i] += i;
}
static void unsignedStep(double *a, int n, unsigned s) {
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i -= s)
    a[i] += i;
}
static void wideElements(double *a, int n, int b) {
#pragma gpu_tile
  for (int i = 0; i < n; i += b)
    for (long j = i + 1; j < i + b - 1; j += 2)
      a[j] += j;
}
static void signedBelowUnsigned(double *a, unsigned n, int s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += s)
    a[i] += i;
}
struct Grid {
  int n, step;
};
static void members(double *a, const struct Grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->n; i += g->step)
    a[i] += 1;
}
// The region may write the step of the file.
static int stepOfFile = 3;
static void fileStep(double *a, int *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i += stepOfFile) {
    a[i] += 1;
    p[i] = 5;
  }
}

// Rows that are as long as the step begin where the loop does.
static void stencil(double *a, const double *b, int n, int s) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i += s)
    a[i] = b[i - 1] + b[i + 1];
}
struct Point {
  double x, y;
};
static void points(struct Point *p, int low, int n, int s) {
#pragma gpu_tile
  for (int i = low; i < n; i += s)
    p[i].x += p[i + 1].y;
}
static void chain(int *t, int n, int s) {
#pragma gpu_tile
  for (int i = n; i > 0; i -= s)
    t[i - 1] = t[i] + 1;
}

// Refused.
static void behindInner(double *a, double *b, int n, int s, int m) {
  int j = 7;
#pragma gpu_tile
  for (int i = 0; i < n; i += s) {
    for (j = i; j < i + m; j++)
      a[j] += 1;
    b[i] = j;
  }
}
static int behindAll(double *a, int n, int s, int m) {
  int k = 7;
#pragma gpu_tile
  for (int i = 0; i < n; i += s)
    for (k = i; k < i + m; k++)
      a[k] += 1;
  return k;
}
static void atTheEnd(double *a, unsigned n, unsigned s) {
#pragma gpu_tile
  for (unsigned i = 4294967000u; i <= n; i += s)
    a[i - 4294967000u] += 1;
}
static int behind(double *a, int n, int s) {
  int i;
#pragma gpu_tile
  for (i = 0; i < n; i += s)
    a[i] += 1;
  return i;
}
static void changing(double *a, int n, int s) {
#pragma gpu_tile
  for (int i = 0; i < n; i += s) {
    a[i] += 1;
    s = s < 5 ? s + 1 : s;
  }
}

int main(void) {
  double *a = calloc(SIZE, sizeof *a), *b = calloc(SIZE, sizeof *b);
  for (int i = 0; i < SIZE; i++)
    a[i] = i % 37, b[i] = i % 11;
  once(a, 500, 7);
  once(a, 500, 1);
  once(a, 3, 0);
  down(a, 400, 3);
  down(a, 1, 5);
  inclusive(a, 333, 3);
  inclusive(a, 50, 100);
  butterflies(a, b, 512, 8);
  butterflies(a, b, 64, 1);
  several(a, b, 590, 10);
  several(a, b, 590, 1);
  rows(a, 20, 25, 3);
  sweeps(a, 3, 300, 4);
  fixedArray(300, 11);
  fixedArray(0, -1);
  wholeTiles(a, 250, 10);
  nested(a, 300, 5);
  unrolled(a, 400, 3);
  shifted(a, 500, 4);
  unsignedTiles(a, 590, 10);
  unsignedTiles(a, 0, 0);
  sizes(a, 590, 10);
  sizes(a, 590, 1);
  unsignedDown(a, 300, 7);
  wideStep(a, 300, 5);
  unsignedStep(a, 300, 60);
  wideElements(a, 590, 10);
  signedBelowUnsigned(a, 300, 5);
  const struct Grid g = {300, 4};
  members(a, &g);
  int *p = calloc(SIZE, sizeof *p);
  fileStep(a, p, 300);
  fileStep(a, &stepOfFile, 4);
  printf("%d %d\n", stepOfFile, p[9]);
  stencil(a, b, 590, 3);
  stencil(a, b, 590, 1);
  struct Point *q = calloc(SIZE, sizeof *q);
  for (int i = 0; i < SIZE; i++)
    q[i].y = i;
  points(q, 3, 500, 4);
  points(q, 3, 500, 1);
  points(q, 590, 500, 2);
  chain(p, 500, 3);
  chain(p, 500, 1);
  printf("%g %g %d %d\n", q[7].x, q[8].x, p[6], p[7]);
  free(q);
  free(p);
  behindInner(a, b, 500, 7, 5);
  printf("%d\n", behindAll(a, 500, 7, 5));
  atTheEnd(a, 4294967290u, 3);
  printf("%d\n", behind(a, 100, 3));
  changing(a, 100, 2);
  printf("%.17g %.17g\n", sum(a), sum(b));
  free(a);
  free(b);
  return 0;
}
