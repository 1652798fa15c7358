// When the caller of an entry reads places: always, or where the region does.
// RUN: mkdir -p %t && %gputile --print-after=extract --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
// RUN: grep 'if (gputile_' %t/fixed-places.gputile.c | FileCheck %s --check-prefix=CALL
struct grid {
  int nx, ny;
  double dt, *u, v[9][9];
  struct grid *next;
};
int points[3];

// CHECK: scop {{.*}}certain_
// CHECK-NEXT: parameter g_nx = g->nx: int
// CHECK-NEXT: parameter points_2 = points[2]: int
// CHECK-NEXT: parameter g_ny = g->ny: int
// CHECK: array g_v: double, rank 2, pointer
void certain(struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < points[2]; j++)
      for (int k = 0; k < g->ny; k++)
        g->v[j][k] += i;
}
// CHECK: scop {{.*}}conditional_
// CHECK: parameter n = n: int
// CHECK-NEXT: parameter g_next_nx = (((long long)(n) >= 1) ? g->next->nx : 0): int
void conditional(struct grid *g, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g->next->nx; j++)
      g->v[i][j] = 0;
}
// The first use needs less than the second: both are covered.
// CHECK: scop {{.*}}widened_
// CHECK: parameter g_nx = (((long long)(n) >= 1) || ((long long)(m) >= 1) ? g->nx : 0): int
void widened(struct grid *g, double *a, double *b, int n, int m) {
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < g->nx; j++)
        a[i * 1] = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < g->nx; j++)
        b[i] = 0;
  }
}
// CHECK: scop {{.*}}large_
// CHECK: parameter g_nx = (((long long)(n) <= (1LL << 46) && (long long)(n) >= -(1LL << 46) && (long long)(m) <= (1LL << 46) && (long long)(m) >= -(1LL << 46) && (long long)(n) - (long long)(m) >= 1) ? g->nx : 0): int
void large(struct grid *g, double *a, long n, long m) {
#pragma gpu_tile
  for (long i = m; i < n; i++)
    for (int j = 0; j < g->nx; j++)
      a[i] = 0;
}
// No address is computed from a pointer that the region does not use.
// CALL: addresses_{{.*}}((long long)(n), (long long)((((long long)(n) >= 1) ? g->nx : 0)), (int *)(a), (const double *)((((long long)(n) >= 1) ? &g->dt : 0)), (const double *)((((long long)(n) >= 1) ? &g->v[0][0] : 0)), (const int *)((((long long)(n) >= 1) ? &g->nx : 0)))
void addresses(struct grid *g, int n, int *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < g->nx; j++)
      a[i + 9 * j] = g->dt + g->v[i][j];
}
