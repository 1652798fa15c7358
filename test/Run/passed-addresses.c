// Variables in front of the loops whose addresses functions of the file get: where these only access what is there, each
// iteration has variables of its own. Addresses that a function keeps are another name.
// RUN: %gputile_run --backend=cpu --check --remarks=on --order=random:3 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %gputile_run --backend=cpu --race --order=reverse %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: one-thread
// CHECK-COUNT-2: region runs on the GPU
// CHECK-NOT: 's' stored
// CHECK-COUNT-3: last value of 'f' stored
// CHECK: SAME: 5 regions equal bit for bit
// OUT: 15 -123
// OUT-NEXT: 1998 3998 7998
#include <stdio.h>

enum { N = 1000 };
static double a[N], b[N];
static double *kept;

static void flux(double u, double v, double *f, double *g) {
  *f = u * 0.5 + v;
  *g = v - u;
}
static void twice(double u, double *f) {
  double h;
  flux(u, u, f, &h);
  f[0] += h;
}
static void both(const double *from, double (*to)[2]) {
  (*to)[0] = from[0];
  (*to)[1] = from[0] * 2;
}
static void keep(double *f) { kept = f; }
static double *same(double *f) { return f; }
static void keepLater(double *f) { keep(f); }

static double scalars(int n, double *x, double *y) {
  double f, g, w;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    flux(x[i], y[i], &f, &g);
    twice(x[i], &w);
    x[i] = f + g;
    y[i] = f - g * w;
  }
  return x[5] + y[5];
}
static double arrays(int n, double *x, const double *y) {
  double t[2], s[2];
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    flux(y[i], 1, &t[0], &t[1]);
    both(&t[1], &s);
    x[i] = t[0] + s[1];
  }
  return x[6] + x[7];
}

// Read behind the region through the pointer that was kept.
static double keeps(int n, double *x) {
  double f = 0;
  keep(&f);
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    f = x[i] * 2;
    x[i] = f + 1;
  }
  return *kept;
}
static double keepsLater(int n, double *x) {
  double f = 0;
  keepLater(&f);
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    f = x[i] * 2;
    x[i] = f + 1;
  }
  return *kept;
}
static double returned(int n, double *x) {
  double f = 0, *p = same(&f);
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    f = x[i] * 2;
    x[i] = f + 1;
  }
  return *p;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i, b[i] = i % 7;
  printf("%g ", scalars(N, a, b));
  printf("%g\n", arrays(N, a, b));
  for (int i = 0; i < N; i++)
    a[i] = i;
  printf("%g ", keeps(N, a));
  printf("%g ", keepsLater(N, a));
  printf("%g\n", returned(N, a));
}
