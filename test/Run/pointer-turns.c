// Pointers that take turns: iterations of the time loop are taken together, each with its own arrays, so that several are
// streamed. Behind the region the pointers stand as the loop leaves them.
// RUN: mkdir -p %t && %gputile --output-dir=%t --dump-json=%t/out.json %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 7 40 60 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 --args 12 40 270 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 --args 1 9 11 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 0 9 11 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --scheme=wavefront %s -- -O1 --args 8 31 33 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --scheme=parallel %s -- -O1 --args 11 31 33 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 11 regions equal bit for bit
// JSON: "turns": {
// JSON-NEXT: "iterations": 2,
// JSON-NEXT: "pointers": [
// JSON-NEXT: "u",
// JSON-NEXT: "v"
#include <stdio.h>
#include <stdlib.h>

static double sum(const float *p, long count) {
  double s = 0;
  for (long k = 0; k < count; k++)
    s = s * 0.99 + p[k];
  return s;
}

static double *values(long count) {
  double *p = malloc(count * sizeof *p);
  for (long k = 0; k < count; k++)
    p[k] = (double)(rand() % 1000) / 7;
  return p;
}

static float *floats(long count) {
  float *p = malloc(count * sizeof *p);
  for (long k = 0; k < count; k++)
    p[k] = (float)(rand() % 1000) / 7;
  return p;
}

// As it stands in most programs.
static void plane(int T, int n, int m, float (*u)[m], float (*v)[m]) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme stream (model),
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 2 iterations as one for 'u' and 'v'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        v[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) * 0.25f;
    float (*w)[m] = u;
    u = v;
    v = w;
  }
  printf("%.9g %.9g\n", sum(u[0], (long)n * m), sum(v[0], (long)n * m));
}

// Three states, of which the temporary pointer is one behind the loop.
static void wave(int T, int n) {
  double *before = values(n), *now = values(n), *next = values(n), *other = NULL;
  int t;
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme stream (model),
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 3 iterations as one for 'before', 'next' and 'now'
#pragma gpu_tile
  for (t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 1.5 * now[i] - before[i] + 0.25 * (now[i - 1] + now[i + 1]) + t;
    other = before;
    before = now;
    now = next;
    next = other;
  }
  printf("%d %d %.17g %.17g %.17g\n", t, other == next, before[n / 2], now[n / 2], next[n / 2]);
}

#define SWAP(a, b) do { float *w_ = (a); (a) = (b); (b) = w_; } while (0)

// Backwards, in steps, with conditions that do not stand for a number of iterations.
static void backwards(int T, int n, long end) {
  float *a = floats(n), *b = floats(n);
  long t;
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (t = T + end; t >= end; t -= 3) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] * 0.5f + a[i + 1] * 0.25f + (float)t;
    SWAP(a, b);
  }
  printf("%ld %.9g %.9g\n", t, sum(a, n), sum(b, n));
}

static float *left, *right;

// The exchange stands between the sweeps.
static void globals(int T, int n) {
  left = floats(n), right = floats(n);
  float *w;
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (int t = 0; t <= T; t++) {
    for (int i = 1; i < n; i++)
      right[i] = left[i - 1] * 0.5f;
    w = left, left = right, right = w;
    for (int i = 1; i < n - 1; i++)
      right[i] = left[i + 1] + right[i];
  }
  printf("%.9g %.9g\n", sum(left, n), sum(right, n));
}

struct grid {
  int n;
  double *u, *v, *source;
};

// Members that a path leads to.
static void members(int T, struct grid *g) {
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 2 iterations as one for 'g->u' and 'g->v'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < g->n - 1; i++)
      g->v[i] = 0.3 * (g->u[i - 1] + g->u[i] + g->u[i + 1]) + g->source[i];
    double *w = g->u;
    g->u = g->v;
    g->v = w;
  }
  printf("%.17g %.17g\n", g->u[g->n / 2], g->v[g->n / 2]);
}

// Rows behind pointers, and names for the turns.
static void rows(int T, int n, int m) {
  double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = values(m), b[i] = values(m);
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    double **from = a, **to = b;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
    a = to;
    b = from;
  }
  printf("%.17g %.17g\n", a[n / 2][m / 2], b[n / 2][m / 2]);
}

// Two pairs, one of them behind a pointer of another type; flat rows.
static void pairs(int T, int n, int m, unsigned first) {
  float *a = floats((long)n * m), *b = floats((long)n * m);
  double *c = values(n), *d = values(n);
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (unsigned t = first; t < first + (unsigned)T; t += 2) {
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m - 1; j++)
        b[i * m + j] = a[i * m + j - 1] * 0.5f + a[i * m + j + 1] * 0.25f;
    for (int i = 1; i < n; i++)
      d[i] = c[i - 1] + b[i * m + 1];
    double *e = c;
    float *w = a;
    a = b;
    c = d;
    b = w;
    d = e;
  }
  printf("%.9g %.9g %.17g %.17g\n", sum(a, (long)n * m), sum(b, (long)n * m), c[n - 1], d[n - 1]);
}

// Nothing reads the pointers behind it.
static void unread(int T, int n, double *restrict a, double *restrict b) {
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    double *w = a;
    a = b;
    b = w;
  }
}

// A while loop that counts.
static void counted(int T, int n) {
  float *a = floats(n), *b = floats(n);
  int t = 0;
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  while (t < T) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] * 0.5f + a[i + 1] * 0.25f;
    float *w = a;
    a = b;
    b = w;
    t++;
  }
  printf("%d %.9g %.9g\n", t, sum(a, n), sum(b, n));
}

// A scalar that every iteration changes, and four states.
static void four(int T, int n) {
  double *p = values(n), *q = values(n), *r = values(n), *s = values(n), weight = 1;
  int at = 0;
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      s[i] = (p[i - 1] + q[i] + r[i + 1]) * 0.3 + at;
    at += 2;
    double *w = p;
    p = q;
    q = r;
    r = s;
    s = w;
  }
  printf("%d %.17g %.17g %.17g %.17g\n", at, p[n / 2], q[n / 2], r[n / 2], s[n / 2]);
}

// Of the first operand a part only is exchanged: the results agree though one pointer stands for another.
static void once(int T, int n) {
  float *a = floats(n), *b = floats(n), *c = floats(n);
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: {{[0-9]+}} iterations as one for
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    float *old = a;
    for (int i = 1; i < n - 1; i++)
      b[i] = old[i - 1] * 0.5f + c[i];
    a = b;
    b = old;
    for (int i = 1; i < n - 1; i++)
      c[i] = c[i] * 0.5f + a[i];
  }
  printf("%.9g %.9g %.9g\n", sum(a, n), sum(b, n), sum(c, n));
}

int main(int argc, char **argv) {
  const int T = argc > 1 ? atoi(argv[1]) : 7, n = argc > 2 ? atoi(argv[2]) : 40, m = argc > 3 ? atoi(argv[3]) : 60;
  float *u = floats((long)n * m), *v = floats((long)n * m);
  plane(T, n, m, (float (*)[m])u, (float (*)[m])v);
  wave(T, n);
  backwards(T, n, 5);
  globals(T, n);
  struct grid g = {n, values(n), values(n), values(n)};
  members(T, &g);
  rows(T, n, m);
  pairs(T, n, m, 3);
  double *a = values(n), *b = values(n);
  unread(T, n, a, b);
  printf("%.17g %.17g\n", a[n / 2], b[n / 2]);
  counted(T, n);
  four(T, n);
  once(T, n);
  return 0;
}
