// Sizes behind references, as `const int &n`: integers that lie elsewhere, as those behind pointers do. Where they may be elements of
// an array that the region writes, the original loops run.
// RUN: %gputile_run --backend=cpu --check --remarks=on --order=random:3 %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %clangxx -fplugin=%plugin -std=c++17 -O1 %s %link_rt -o %t.exe
// RUN: %on_cpu %t.exe | FileCheck %s --check-prefix=OUT
// CHECK: region left on the CPU: loop bound 'i < n' is not an affine expression
// CHECK: arrays 'a' and 'n' overlap; the original loops run
// CHECK: all equal; 1 fallback
// CHECK: SAME: 4 regions equal bit for bit
// OUT: bound 342
// OUT-NEXT: rows 924
// OUT-NEXT: element 12 28 14 16
// OUT-NEXT: counted 24 18
// OUT-NEXT: changed 5 3
#include <cstdio>

static void bound(const int &n, double *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 2;
}
static void rows(const long &n, const long &m, const double &s, double *a, const double *b) {
#pragma gpu_tile
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i * m + j] = s * b[i * m + j] + n;
}
// The bound may be an element of the array.
static void element(const int &n, int *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = 10 + 2 * i;
}
// A reference of the function.
static int counted(int *sizes, double *a) {
  int &n = sizes[1];
  n = 18;
#pragma gpu_tile
  for (int i = 0; i < n - 1; i++)
    a[i] = a[i + 1] + n;
  return n;
}
// The region changes what the bound refers to.
static void changed(int &n, int *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = n;
    n = 3;
  }
}

static double sum(const double *a, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += a[i];
  return total;
}

int main() {
  static double a[100], b[100];
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i;
  int n = 19;
  bound(n, a);
  std::printf("bound %g\n", sum(a, 19));
  rows(7, 6, 1, a, b);
  std::printf("rows %g\n", sum(a, 42) - 231);
  int e[20] = {3, 4, 5, 6};
  element(e[0], e);
  std::printf("element %d %d", e[1], e[9]);
  element(4, e);
  std::printf(" %d %d\n", e[2], e[3]);
  int sizes[] = {0, 0};
  counted(sizes, a);
  std::printf("counted %g %d\n", a[1] - 3, sizes[1]);
  n = 5;
  changed(n, e);
  std::printf("changed %d %d\n", e[0], e[1]);
}
