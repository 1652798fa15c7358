// Scatters with clause independent: permutations, sparse rows, in loops around them, and sizes that the entry finds.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 9 regions equal bit for bit, same output
// CHECK-SAME: no races
// RUN: %gputile_run --backend=cpu --order=reverse --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %clang -fplugin=%plugin -std=c11 -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.plugin
// RUN: diff %t.out %t.plugin
#include <stdio.h>

static void scatter(int n, double *b, const double *x, const int *at) {
#pragma gpu_tile independent(b)
  for (int i = 0; i < n; i++)
    b[at[i]] = 2 * x[i];
}
static void add(int n, double *b, const double *x, const int *at) {
#pragma gpu_tile independent(b) extents(b: n)
  for (int i = 0; i < n; i++)
    b[at[i]] = b[at[i]] + 0.1 * x[i];
}
static void in_time(int n, int steps, double *b, const double *x, const int *at) {
#pragma gpu_tile independent(b)
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      b[at[i]] += t * x[i];
}
/// Elements of rows of different lengths.
static void rows(int n, double *a, const double *x, const int *row) {
#pragma gpu_tile independent(a)
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      a[k] = x[i] * (k - row[i]);
}
static void through_locals(int n, float b[64], const double *x, const int *at) {
#pragma gpu_tile independent(b)
  for (int i = 0; i < n; i++) {
    const int e = at[i];
    if (e % 3 == 0)
      b[e] = x[e];
    else
      b[e] -= x[i];
  }
}
static void blocks(int n, int m, double (*c)[8], const double *x, const int *at) {
#pragma gpu_tile independent(c)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[at[i]][j] = x[i] * j;
}
struct cell {
  double mass;
  int hits;
};
static void members(int n, struct cell *cells, const double *x, const int *at) {
#pragma gpu_tile independent(cells)
  for (int i = 0; i < n; i++) {
    cells[at[i]].mass = x[i];
    cells[at[i]].hits++;
  }
}
struct grid {
  double *u;
  int *at;
};
static void places(int n, struct grid *g, const double *x) {
#pragma gpu_tile independent(g->u)
  for (int i = 0; i < n; i++)
    g->u[g->at[i]] = x[i] / 3;
}
/// Integers of unknown size: no clause is needed.
static void histogram(int n, int *h, const int *key) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    h[key[i]] += 1;
}

int main(void) {
  enum { n = 64 };
  static double b[n], x[n], c[n][8];
  static float f[n];
  static int at[n], row[n + 1], h[n];
  static struct cell cells[n];
  for (int i = 0; i < n; i++) {
    at[i] = (i * 37 + 5) % n;
    x[i] = 1.0 / (i + 1);
    row[i] = i / 2;
  }
  row[n] = n / 2;
  struct grid g = {b, at};
  scatter(n, b, x, at);
  add(n, b, x, at);
  in_time(n, 3, b, x, at);
  rows(n, b, x, row);
  through_locals(n, f, x, at);
  blocks(n, 8, c, x, at);
  members(n, cells, x, at);
  for (int i = 0; i < n; i++)
    printf("%a %a %a %a %d\n", b[i], f[i], c[i][i % 8], cells[i].mass, cells[i].hits);
  places(n, &g, x);
  for (int i = 0; i < n; i++)
    at[i] %= 5;
  histogram(n, h, at);
  for (int i = 0; i < n; i++)
    printf("%a %d\n", b[i], h[i]);
  return 0;
}
