// Functions of the library over values that other calls compute, names of one object, and assertions that are switched off.
// RUN: %gputile_run --backend=cpu --check --race --order=random:5 %s -- -std=c++17 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++20 -O1 -w --args 1 2>&1 | FileCheck %s
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

static double limited(double x) { return x < 0 ? x * 0.5 : x; }

static double residual(const std::vector<double> &a, const std::vector<double> &b) {
  double most = 0;
#pragma gpu_tile
  for (std::size_t i = 0; i < a.size(); i++)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}
static void lengths(int n, const double *x, double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = std::max(std::sqrt(std::abs(x[i])), std::min(limited(x[i]), 0.25));
}
static void clamped(int n, const double *x, double *y, double most) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] += std::clamp(x[i], -0.5, most) + std::clamp(x[i] * 4, x[i], x[i] + 1);
}
static void nearest(int n, int *at, int cells) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    at[i] = std::clamp(std::abs(at[i]) - 3, 0, cells - 1);
}
static void exchanged(int n, double *x, double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    std::swap(x[i], y[i]);
    if (x[i] > y[i])
      std::swap(x[i], x[i + n]);
  }
}
static void moved(int n, double *x, const double *y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = std::move(x[i]);
    x[i] = std::as_const(t) * y[i];
  }
}
int main(int argc, char **) {
  const int n = argc > 1 ? 1 : 700;
  std::vector<double> x(2 * n), y(2 * n);
  std::vector<int> at(n);
  for (int i = 0; i < 2 * n; i++) {
    x[i] = (i * 37 % 101 - 50) / 16.0;
    y[i] = (i * 53 % 97 - 40) / 16.0;
  }
  for (int i = 0; i < n; i++)
    at[i] = i * 29 % 64 - 30;
  double sum = residual(x, y);
  lengths(n, x.data(), y.data());
  clamped(n, x.data(), y.data(), 1.5);
  nearest(n, at.data(), 20);
  exchanged(n, x.data(), y.data());
  moved(n, x.data(), y.data());
  for (int i = 0; i < n; i++)
    sum += x[i] * 3 + y[i] + at[i];
  std::printf("%.17g\n", sum);
}
