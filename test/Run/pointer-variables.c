// Pointers that a region assigns, one row after the other, and pointers that it steps; increments inside of expressions.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -std=gnu11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check %s -- -x c++ -std=c++17 -O1 -w --args 1 2>&1 | FileCheck %s
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 11 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

static void doubled(double *p, const double *q, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    *p++ = 2 * *q++;
}
static void identity(double *A, int n) {
  double *Ai;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    Ai = &A[i * n];
    for (int j = 0; j < n; j++)
      if (i != j)
        Ai[j] *= 0.5;
      else
        Ai[j] = 1;
  }
}
static void halved(double **A, int n, int m) {
  double *row, *up;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    row = A[i];
    up = A[i - 1];
    for (int j = 0; j < m; j++)
      row[j] = up[j] * 0.5;
  }
}
static void grey(unsigned char *d, const unsigned char *s, int w, int h) {
#pragma gpu_tile
  for (int y = 0; y < h; y++) {
    const unsigned char *p = s + 3 * y * w;
    unsigned char *o = d + y * w;
    for (int x = 0; x < w; x++, p += 3)
      *o++ = (unsigned char)((p[0] * 77 + p[1] * 151 + p[2] * 28) >> 8);
  }
}
static void sums(double *out, const double *in, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const double *p = in + i * m;
    double s = 0;
    for (int j = 0; j < m; j++)
      s += *p++;
    out[i] = s;
  }
}
// One pointer after the other in a block, and in two blocks.
static void twice(double *a, double *b, int n) {
  double *p;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p = a + i;
    *p += 1;
    p = b + i;
    *p -= a[i];
    if (i % 2) {
      double *q;
      q = a + i;
      *q *= 3;
    } else {
      double *q = b + i;
      *q *= 5;
    }
  }
}
static void backwards(double *a, const double *b, int n) {
  const double *p = b + n;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = *--p + i;
}
static void packed(double *c, const double *a, int n) {
  int m = 3;
  unsigned k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double v = a[k++];
    c[m++] = v;
  }
}
static void steps(double *a, const double *b, int n) {
  const double *p = b, *q = b + 2 * n;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] += p[1] - q[0];
    p = p + 2;
    q -= 1u;
  }
}
// The pointer's value before the loop is the first one.
static void carried(double *a, const double *b, int n) {
  const double *last = b;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] += *last;
    last++;
  }
}
struct grid {
  int nx, ny;
  double *u, *v;
};
static void members(struct grid *g) {
  double *u, *v;
#pragma gpu_tile
  for (int j = 1; j < g->ny - 1; j++) {
    u = g->u + j * g->nx;
    v = &g->v[j * g->nx];
    for (int i = 1; i < g->nx - 1; i++)
      v[i] = u[i - 1] + u[i + 1] - u[i - g->nx] - u[i + g->nx];
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? 3 : 40, m = argc > 1 ? 2 : 37, all = 3 * (n + 2) * (n + 2);
  double *a = (double *)malloc(all * sizeof(double)), *b = (double *)malloc(all * sizeof(double));
  unsigned char *image = (unsigned char *)malloc(all), *out = (unsigned char *)calloc(all, 1);
  double **rows = (double **)malloc(n * sizeof(double *));
  for (int i = 0; i < all; i++) {
    a[i] = i % 17 - 8;
    b[i] = i % 13 + 0.25;
    image[i] = (unsigned char)(i * 7);
  }
  for (int i = 0; i < n; i++)
    rows[i] = a + i * n;
  doubled(a, b, n * n);
  identity(b, n);
  halved(rows, n, m < n ? m : n);
  grey(out, image, n, n);
  sums(b + n * n, a, n, m < n ? m : n);
  twice(a, b, n);
  backwards(a, b, n);
  packed(a, b, n * n);
  steps(a, b, n);
  carried(a, b, n);
  struct grid g = {n, n, b, a};
  members(&g);
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += a[i] * (i % 5) + b[i] + out[i];
  for (int i = 0; i < n; i++)
    sum += b[n * n + i];
  printf("%.17g\n", sum);
  return 0;
}
