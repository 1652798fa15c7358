// References, functions of the standard library, lambdas and templates in regions.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <algorithm>
#include <cmath>
#include <cstdio>

constexpr int N = 67;
static double x[N], y[N], X[N][N];

static void limits(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < std::min(n, m); i++)
    y[i] = std::max(x[std::min(i + 2, n - 1)], 1.5) + std::abs(x[i]) + std::fma(x[i], 2.0, y[i]);
}

static void swapped(double &a, double &b) {
  const double old = a;
  a = b;
  b = old;
}
static double &cell(int i, int j) { return X[i][j]; }
static void references(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      swapped(X[i][j], X[j][i]);
      cell(i, j) += 2;
    }
}

static void lambdas(int n) {
  auto at = [&](int i) { return x[i] * 2; };
  auto raise = [&](int i, double by) { y[i] += by; };
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    raise(i, at(i));
}

template <typename T> static void scale(T *v, const T &by, int n) {
  for (int k = 0; k < n; k++)
    v[k] *= by;
}
static void templates(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    scale(&X[i][0], x[i], n);
}

int main() {
  for (int i = 0; i < N; i++) {
    x[i] = i * 0.5 - 9;
    for (int j = 0; j < N; j++)
      X[i][j] = i + j * 0.25;
  }
  limits(N, N - 3);
  references(N);
  lambdas(N);
  templates(N);
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum += y[i] * (i + 1);
    for (int j = 0; j < N; j++)
      sum += X[i][j] * (i - j);
  }
  std::printf("%a\n", sum);
}
