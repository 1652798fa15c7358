// A call may give one array to two parameters. It runs on the device where nothing that is written is read later under the
// other name; else, and where arrays overlap in part, the original loops run.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -O1 -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=GUARD
// RUN: FileCheck %s --check-prefix=CUDA < %t/one-array-for-two-names.gputile.cu
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=CHECK < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %gputile_run --backend=cpu --race --order=random:5 %s -- -O1 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: %clang -fplugin=%plugin -O1 %s %link_rt -o %t.exe
// RUN: env GPUTILE_VERBOSE=1 %on_cpu %t.exe > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: FileCheck %s --check-prefix=PLUGIN < %t.err
// GUARD: unless 'y' and 'x' do not overlap in part
// CUDA: if (gpt_overlap_partly(gpt_array_y, gpt_array_x))
// CHECK-COUNT-3: arrays 'y' and 'x' overlap; the original loops run
// CHECK: arrays '{{[ab]}}' and '{{[ab]}}' overlap; the original loops run
// CHECK: checked 9 region executions, all equal; 5 fallbacks
// CHECK: SAME: 9 regions equal bit for bit, same output
// PLUGIN: arrays 'w' and 'v' overlap; the original loops run
// OUT: scale 5050
// OUT-NEXT: square 338350
// OUT-NEXT: shift 10099
// OUT-NEXT: part 7575
// OUT-NEXT: add 30300
// OUT-NEXT: plane 24644
// OUT-NEXT: later 5050 22447
// OUT-NEXT: carried 100
// OUT-NEXT: rows 11000
// OUT-NEXT: kept 10100
#include <stdio.h>

enum { N = 100 };

static void scale(int n, const double *x, double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = 0.5 * x[i];
}
static void square(int n, const double *x, double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double value = x[i];
    y[i] = value * value;
  }
}
// Elements are read before they are written.
static void shift(int n, const double *x, double *y) {
#pragma gpu_tile
  for (int i = 0; i < n - 1; i++)
    y[i] = x[i + 1];
}
static void add(int n, const double *a, const double *b, double *c) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}
static void plane(int n, int m, const double (*a)[m], double (*b)[m]) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = a[i][j] + 2 * a[i][j];
}
static void later(int n, const double *x, double *y, double *last) {
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
    for (int i = 1; i < n; i++)
      last[i] = 2 * x[n - i];
  }
}
static void carried(int n, const double *x, double *y) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1];
}
// A loop in the text of a statement, which reads what it has written.
static void rows(int n, const double (*a)[10], double (*b)[10]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int k = 1; k < 10; k++) {
      if (a[i][k - 1] > 1000)
        break;
      b[i][k] = a[i][k - 1] + 2;
    }
}

static double a[2 * N], b[2 * N];
static void fill(void) {
  for (int i = 0; i < 2 * N; i++)
    a[i] = b[i] = i % N + 1;
}
static double sum(const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}
// What a data block keeps on the device is there once.
static void kept(double *v) {
#pragma gpu_tile data(copy: v)
  {
    double *w = v;
#pragma gpu_tile
    for (int i = 0; i < N; i++)
      w[i] = 2 * v[i];
  }
}

int main(void) {
  fill();
  scale(N, a, b);
  scale(2 * N, a, a);
  printf("scale %g\n", sum(a, N) + sum(b, N));
  fill();
  square(N, a, a);
  printf("square %g\n", sum(a, N));
  fill();
  shift(2 * N, a, a);
  printf("shift %g\n", sum(a, 2 * N - 1));
  fill();
  scale(N, a + 3, a);
  printf("part %g\n", sum(a, 2 * N));
  fill();
  add(N, a, b, a);
  add(N, b, a, a);
  add(N, a, a, a);
  printf("add %g\n", sum(a, N));
  fill();
  plane(20, 10, (const double(*)[10])a, (double(*)[10])a);
  printf("plane %g\n", sum(a, 2 * N));
  fill();
  later(N, a, a, b);
  printf("later %g", sum(a, N));
  later(N, a, b, a);
  printf(" %g\n", sum(a, N));
  fill();
  carried(N, a, a);
  printf("carried %g\n", sum(a, N));
  fill();
  rows(20, (const double(*)[10])a, (double(*)[10])a);
  printf("rows %g\n", sum(a, 2 * N));
  fill();
  kept(a);
  printf("kept %g\n", sum(a, N));
}
