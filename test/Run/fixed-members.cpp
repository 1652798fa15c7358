// Members of classes, and calls that only return a value: read before the region.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <cstdio>
#include <vector>

struct Size {
  int n = 20;
};
static int half(int k);
class Solver : public Size {
public:
  Solver() : x(60, 1.5), field() { data = x.data(); }
  int rows() const { return n; }
  int rowsOf(int level) const { return m - level; }
  std::vector<double> x;
  double *data;
  double field[30][40];

  void members() {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      for (int j = 0; j < this->m; j++)
        field[i][j] = field[i][j] * dt + data[i] + j;
  }
  void other(const Solver &o, int k) {
#pragma gpu_tile
    for (int i = 0; i < o.rows(); i++)
      for (int j = 0; j < rowsOf(k); j++)
        field[i][j] += o.field[i][j] * o.dt;
  }

private:
  int m = 33;
  double dt = 0.75;
};
__attribute__((const)) static int half(int k) { return k / 2; }

static void sizes(std::vector<double> &v, double *p) {
#pragma gpu_tile
  for (std::size_t i = 0; i < v.size(); i++)
    p[i] = 2.0 * i;
}
static void conditional(const Solver *s, double *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < s->rows(); j++)
      p[i * 40 + j] = i - j;
}
static void products(const Solver &s, double *p) {
#pragma gpu_tile
  for (int i = 0; i < s.rows() * s.n; i++)
    p[i] += i;
}
static void functions(double *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < half(n); i++)
    p[i] += 1;
}
template <typename T> static double sum(const T *values, int n) {
  double total = 0;
  for (int i = 0; i < n; i++)
    total += values[i] * (i % 7 + 1);
  return total;
}

int main() {
  static Solver a, b;
  static double p[2000];
  b.n = 17;
  a.members();
  b.members();
  a.other(b, 5);
  sizes(a.x, p);
  std::printf("%g %g\n", sum(a.field[0], 1200), sum(p, 2000));
  conditional(nullptr, p, 0);
  conditional(&b, p, 9);
  products(b, p);
  functions(p, 100);
  std::printf("%g\n", sum(p, 2000));
  return 0;
}
