// Members, elements and objects behind pointers that the region cannot change: as bounds,
// conditions, subscripts, data and arrays.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: {{.*}} equal bit for bit, same output
// RUN: %gputile_run --backend=cpu %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %clang -fplugin=%plugin -std=c11 -O1 -w %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
#include <stdio.h>

#define N 40
struct grid {
  int nx, ny;
  short shift;
  double dt;
  double *u;
  double v[N][N];
  struct grid *next;
};
static int points[3] = {N, N - 3, N - 5}, dims[2][3] = {{9, 8, 7}, {6, 5, 4}};
static double A[N][N], coefficients[4] = {0.5, 0.25, 2, 3};
static struct grid params = {.nx = 30, .ny = 20, .dt = 0.75};
static struct grid *const table[2] = {&params, &params};

static void elements_of_globals(void) {
#pragma gpu_tile
  for (int i = 1; i < points[0] - 1; i++)
    for (int j = 1; j <= points[2] - 2; j++)
      A[i][j] = (A[i][j] + coefficients[1]) * dims[1][0] + A[i][j - dims[1][2] / 4];
}
static void members(int n) {
#pragma gpu_tile
  for (int i = 0; i < params.nx; i++)
    for (int j = n; j < params.ny && j < n + 6; j++)
      if (i > params.shift)
        params.v[i][j] = params.v[i][j] * params.dt + 1;
}
static void behind_a_pointer(struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++)
      g->v[i][j] = g->v[i][j] * g->dt + g->next->v[i][j + g->next->shift];
}
static void pointer_members(const struct grid *g, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    g->u[i] += g->next->u[i] * (*g).dt;
}
static void behind_tables(int k) {
#pragma gpu_tile
  for (int i = 0; i < table[k]->nx; i++)
    A[i][0] = table[k]->v[i][2] + table[1]->dt;
}
static void products(const struct grid *g, double *flat) {
#pragma gpu_tile
  for (int i = 0; i < g->nx * g->ny; i++)
    flat[i] = i;
}
static void rows_of_a_member(const struct grid *g, int n) {
#pragma gpu_tile
  for (int j = 1; j < g->next->nx; j++)
    for (int i = 1; i < n; i++) {
      const int at = i + j * g->next->nx;
      g->u[at] = g->next->u[at] * g->dt + g->next->u[at - g->next->nx];
    }
}
static void scalar_results(struct grid *g, int n) {
#pragma gpu_tile
  {
    g->dt = g->nx < n ? 3.5 : 2.5;
    for (int i = 0; i < n; i++)
      g->v[i][i] += g->dt;
  }
}
/// No pointer may be followed that the loops do not follow.
static void nothing_to_do(const struct grid *g, const int *limits, int n, long m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g->ny; j++)
      g->u[i * 2 + j] = g->dt;
#pragma gpu_tile
  for (long i = 3; i < m; i++)
    if (i < m - 2)
      A[i][1] = g->next->u[i] + g->next->nx;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < limits[2]; j++)
      A[i][j] = limits[n - 1 - i];
#pragma gpu_tile
  for (int i = 0; i < n && i < g->nx; i++)
    A[i][i] = 3;
}
static void same_memory(int *row, struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    row[i] = g->ny;
}
static void counted(int *row, const int *count) {
#pragma gpu_tile
  for (int i = 0; i < count[0]; i++)
    row[i] = i + 1;
}

static double sum(const double *values, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += values[i] * (i % 7 + 1);
  return total;
}

int main(void) {
  static struct grid g, h;
  static double x[N * N], y[N * N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = i - 2 * j;
      g.v[i][j] = i * j;
      h.v[i][j] = i + j;
      x[i * N + j] = i + j * 0.5;
      y[i * N + j] = i * 0.25 - j;
    }
  g.nx = 25, g.ny = 31, g.dt = 1.5, g.u = x, g.next = &h;
  h.nx = 12, h.ny = 10, h.dt = 0.5, h.u = y, h.shift = 2, h.next = &g;
  elements_of_globals();
  members(3);
  behind_a_pointer(&g);
  pointer_members(&g, 33);
  behind_tables(1);
  products(&h, y);
  rows_of_a_member(&g, 11);
  scalar_results(&g, 20);
  // OUT: {{.+}} 2.5
  printf("%g %g %g %g\n", sum(A[0], N * N), sum(params.v[0], N * N) + sum(g.v[0], N * N),
         sum(x, N * N) + sum(y, N * N), g.dt);
  nothing_to_do(0, 0, 0, 3);
  nothing_to_do(0, 0, -4, -(1L << 40));
  const int limits[] = {3, 4, 5, 6, 7, 8};
  nothing_to_do(&g, limits, 4, 9);
  // OUT-NEXT: {{.+}}
  printf("%g %g\n", sum(A[0], N * N), sum(x, N * N));
  int spare[N] = {0};
  same_memory(spare, &g);
  g.nx = 2;
  // The first element is the bound: the loop ends early.
  same_memory(&g.nx, &g); // FALLBACK: 'row' and 'g->n{{[xy]}}' overlap
  int row[8] = {6};
  counted(row + 1, row);
  // OUT-NEXT: 31 31 31 6 1 6
  printf("%d %d %d %d %d %d\n", spare[24], g.nx, g.ny, row[0], row[1], row[6]);
  counted(row, row); // FALLBACK: 'row' and 'count[0]' overlap
  // OUT-NEXT: 1 0
  printf("%d %d\n", row[0], row[7]);
  return 0;
}
