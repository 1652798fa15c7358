// Lambdas and function objects that a region declares, that it is given, and that it passes on.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <cmath>
#include <cstdio>
constexpr int N = 57;
static double x[N], y[N], A[N][N], B[N][N];
struct Scale { double s; double operator()(double v) const { return s * v; } };
struct Index { int n; int operator()(int i, int j) const { return i * n + j; } };
static void inside(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    auto f = [&](int k) { return x[k] * 2 + i; };
    y[i] = f(i) + f(0);
  }
}
static void copying(int n, double s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    auto f = [=](double v) { return v * s + t; };
    t = 5;
    auto g = [t, u = t * 2](double v) { return v * u + t; };
    y[i] += f(x[i]) + g(2);
  }
}
static void writing(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double sum = 0;
    auto acc = [&](double v) { sum += v; };
    for (int j = 0; j < n; j++) acc(A[i][j]);
    y[i] += sum;
  }
}
static void functor(int n, const Scale by) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    Scale f{3.0};
    y[i] = f(y[i]) + by(x[i]);
  }
}
static void generic(int n) {
  auto sq = [](auto v) { return v * v; };
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    auto cube = [](auto v) { return v * v * v; };
    y[i] = sq(x[i]) + sq(i) + cube(x[i]) + cube(2);
  }
}
static void before(int n, double *__restrict a, double *__restrict b) {
  auto at = [=](int i, int j) { return i * n + j; };
  Index ix{n};
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[at(i, j)] += b[ix(i, j)] * 0.5;
}
template <typename F> static void each(int n, F f) { for (int k = 0; k < n; k++) f(k); }
static void passed(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double s = 0;
    each(n, [&](int k) { s += A[i][k] * x[k]; });
    y[i] = s;
  }
}
int main() {
  for (int i = 0; i < N; i++) { x[i] = i * 0.5 - 9; for (int j = 0; j < N; j++) A[i][j] = i + 0.25 * j, B[i][j] = i - j; }
  inside(N); copying(N, 1.5); writing(N); functor(N, Scale{0.5}); generic(N); before(N, &A[0][0], &B[0][0]); passed(N);
  double sum = 0;
  for (int i = 0; i < N; i++) sum += y[i] * (i + 1) + A[i][i];
  std::printf("%a\n", sum);
}
