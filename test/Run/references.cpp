// References as targets of reductions, and to what a region reads: parameters and variables before it.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c++17 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <cmath>
#include <cstdio>

static int sum(int n, const int *a, int &s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
static void norms(int n, const double *x, double &most, bool &ok, const double &limit) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    most = std::fmax(most, std::fabs(x[i]));
    ok = ok && x[i] < limit;
  }
}
static double dot(int n, const double *x, double *y) {
  double &last = y[3];
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    last += x[i] * x[i];
  return last;
}
static void table(int n, const int *key, int (&h)[16], const double (&w)[4], double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    h[key[i] & 15]++;
    y[i] = w[i % 4] * i;
  }
}
// Two names of one variable.
static int total;
static void both(int n, const int *a, int &s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s += a[i];
    total += 2;
  }
}
// What is counted may be counted with.
static int bound = 40;
static void bounded(int *a, int &s) {
#pragma gpu_tile
  for (int i = 0; i < 100; i++) {
    s += a[i] > 5;
    a[i] = bound + i;
  }
}

int main() {
  static int a[200], h[16];
  static double x[200], y[200];
  const double w[4] = {1, 2, 3, 4};
  for (int i = 0; i < 200; i++)
    a[i] = i * 37 % 101, x[i] = a[i] - 50;
  int s = 5;
  double most = -1;
  bool ok = true, no = true;
  std::printf("%d %d ", sum(200, a, s), sum(0, a, s));
  norms(200, x, most, ok, 100.0);
  norms(200, x, most, no, 7.0);
  std::printf("%g %d %d %g\n", most, ok, no, dot(200, x, y));
  table(200, a, h, w, y);
  for (int k = 0; k < 16; k++)
    std::printf("%d %g ", h[k], y[k]);
  both(200, a, s);
  both(200, a, total);
  std::printf("%d %d\n", s, total);
  bounded(a, s);
  bounded(a, bound);
  for (int i = 0; i < 100; i += 9)
    std::printf("%d ", a[i]);
  std::printf("%d %d\n", s, bound);
}
