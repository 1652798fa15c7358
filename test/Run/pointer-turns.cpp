// Pointers and containers that take turns in C++: std::swap, functions that exchange what they are given, members, and
// std::vector, whose elements move behind the region.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 9 50 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:3 %s -- -O1 --args 4 3000 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 0 50 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: u_apart_from_f == 1 does not hold; the original loops run
// SAME: gputile-run: SAME: 8 regions equal bit for bit
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

static void exchange(double *&a, double *&b) {
  double *w = a;
  a = b;
  b = w;
}
static inline void exchangeBehind(double **a, double **b) {
  double *w = *a;
  *a = *b;
  *b = w;
}

static double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.99 + p[i];
  return s;
}

class Solver {
public:
  Solver(int n) : n(n), u(new double[n]), v(new double[n]) {
    for (int i = 0; i < n; i++)
      u[i] = i * i % 17, v[i] = i % 5;
  }
  void run(int T) {
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
    for (int t = 0; t < T; ++t) {
      for (int i = 1; i < n - 1; i++)
        v[i] = 0.5 * (u[i - 1] + u[i + 1]);
      std::swap(u, v);
    }
    printf("%.17g %.17g\n", sum(u, n), sum(v, n));
  }

private:
  int n;
  double *u, *v;
};

static void functions(double *u, double *v, int n, int T) {
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    exchange(u, v);
  }
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    exchangeBehind(&u, &v);
  }
  printf("%.17g %.17g\n", sum(u, n), sum(v, n));
}

static void vectors(int n, int T) {
  std::vector<double> a(n, 1.0), b(n, 2.0);
  a[n / 2] = 7;
  const double *first = a.data();
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    std::swap(a, b);
  }
  printf("%d %.17g %.17g\n", first == a.data(), sum(a.data(), n), sum(b.data(), n));
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    a.swap(b);
  }
  printf("%d %.17g %.17g\n", first == a.data(), sum(a.data(), n), sum(b.data(), n));
}

// Which of the three vectors are the same is known when the program runs.
static void references(std::vector<double> &u, std::vector<double> &v, const std::vector<double> &f, int T) {
  const int n = (int)u.size();
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]) + f[0];
    std::swap(u, v);
  }
}

static void owners(int n, int T) {
  std::unique_ptr<double[]> a(new double[n]), b(new double[n]);
  for (int i = 0; i < n; i++)
    a[i] = i % 7, b[i] = i % 3;
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    std::swap(a, b);
  }
  printf("%.17g %.17g\n", sum(a.get(), n), sum(b.get(), n));
}

// Three states.
static void wave(std::vector<float> &before, std::vector<float> &now, std::vector<float> &next, int steps) {
  const int n = static_cast<int>(now.size());
// CHECK: [[#@LINE+1]]:9: remark: {{.*}}scheme stream
#pragma gpu_tile
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 1.5f * now[i] - before[i] + 0.25f * (now[i - 1] + now[i + 1]);
    std::swap(before, now);
    std::swap(now, next);
  }
}

int main(int argc, char **argv) {
  const int T = argc > 1 ? atoi(argv[1]) : 9, n = argc > 2 ? atoi(argv[2]) : 50;
  Solver(n).run(T);
  double *u = new double[n], *v = new double[n];
  for (int i = 0; i < n; i++)
    u[i] = i % 11, v[i] = i % 13;
  functions(u, v, n, T);
  vectors(n, T);
  std::vector<double> a(n, 1.0), b(n, 3.0), c(n, 0.125);
  references(a, b, c, T);
  references(a, b, a, T); // The original loops run.
  printf("%.17g %.17g\n", sum(a.data(), n), sum(b.data(), n));
  owners(n, T);
  std::vector<float> x(n, 1.0f), y(n, 2.0f), z(n, 0.5f);
  wave(x, y, z, T);
  printf("%.9g %.9g %.9g\n", x[n / 2], y[n / 2], z[n / 2]);
  return 0;
}
