// Loops over the elements of containers and arrays.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -std=c++20 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 8 regions equal bit for bit, same output
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

struct cell {
  double speed[3];
  int kind;
};

static void roots(std::vector<double> &v) {
#pragma gpu_tile
  for (auto &x : v)
    x = std::sqrt(x);
}
static long even(const std::vector<int> &v) {
  long count = 0;
#pragma gpu_tile
  for (int x : v)
    count += x % 2 == 0;
  return count;
}
static void shifted(std::span<float> s, const std::array<float, 5> &weights) {
#pragma gpu_tile
  for (float &x : s) {
    float sum = 0;
    for (const float w : weights)
      sum += w * x;
    x = sum;
  }
}
static void cells(std::vector<cell> &all) {
#pragma gpu_tile
  for (cell &c : all) {
    for (double &s : c.speed)
      s *= 0.5;
    c.kind++;
  }
}
static int table[6][40];
static void tables(int k) {
#pragma gpu_tile
  for (auto &row : table)
    for (int &x : row)
      x += k;
}
struct grid {
  std::vector<double> u;
  double factor;
  void scale() {
#pragma gpu_tile
    for (double &x : u)
      x *= factor;
  }
};
// A block: the loop stands beside others.
static void sums(std::vector<double> &out, const std::vector<double> &in) {
#pragma gpu_tile
  {
    for (double &x : out)
      x = 1;
    for (std::size_t i = 0; i < out.size(); i++)
      for (const auto &y : in)
        out[i] += y * i;
  }
}
// Copies, which the loop may change.
static void halves(std::array<int, 64> &v, int *out) {
#pragma gpu_tile
  {
    int k = 0;
    for (int x : v) {
      x /= 2;
      out[k] = x;
      k++;
    }
  }
}

int main() {
  std::vector<double> v(500), out(30), in(20);
  std::vector<int> w(777);
  std::vector<float> f(300);
  std::vector<cell> c(100);
  std::array<int, 64> a;
  int results[64];
  for (int i = 0; i < 500; i++)
    v[i] = i % 37;
  for (int i = 0; i < 777; i++)
    w[i] = i * 29 % 83;
  for (int i = 0; i < 300; i++)
    f[i] = i % 11;
  for (int i = 0; i < 100; i++)
    c[i] = {{1.0 * i, 2.0 * i, 3.0}, i};
  for (int i = 0; i < 20; i++)
    in[i] = i / 8.0;
  for (int i = 0; i < 64; i++)
    a[i] = i * i;
  grid g{v, 1.5};
  double sum = even(w);
  roots(v);
  shifted(f, {0.5f, 0.25f, 0.125f, 2.f, 1.f});
  cells(c);
  tables(7);
  g.scale();
  sums(out, in);
  halves(a, results);
  for (double x : v)
    sum += x;
  for (double x : g.u)
    sum += x;
  for (float x : f)
    sum += x;
  for (double x : out)
    sum += x;
  for (auto &x : c)
    sum += x.speed[0] + x.speed[2] + x.kind;
  for (int x : results)
    sum += x;
  std::printf("%.17g %d\n", sum, table[3][5]);
}
