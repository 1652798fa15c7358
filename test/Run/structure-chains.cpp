// Functions of structures that return these, write through operator[], and count.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <cstdio>
constexpr int N = 41;
static double x[N], y[N], w[N];
struct V {
  double v[3];
  double &operator[](int k) { return v[k]; }
  const double &operator[](int k) const { return v[k]; }
  V &operator+=(const V &o) { for (int k = 0; k < 3; k++) v[k] += o[k]; return *this; }
};
static V operator+(V a, const V &b) { a += b; return a; }
static V operator*(double s, V a) { for (int k = 0; k < 3; k++) a[k] *= s; return a; }
static V vs[N], us[N];
static void elements(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) vs[i][k] = x[i] + k;
    us[i] = vs[i] + 2.0 * vs[i];
    us[i] += us[i];
    V t = us[i];
    t += vs[i];
    t[i % 3] -= 1;
    y[i] = t[0] + t[1] * t[2];
  }
}
struct A {
  double v;
  A &inc() { v += 1; return *this; }
  A &mul(double s) { v *= s; return *this; }
  double get() const { return v; }
};
static void chains(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    A a{x[i]};
    double s = 3;
    a.inc().mul(2).inc();
    double t = a.inc().get();
    y[i] += t;
    A b = a.mul(s);
    a.inc();
    A &r = a.inc();
    r.v += 1;
    w[i] = b.v + a.v;
  }
}
struct C {
  double v;
  C operator++(int) { C o = *this; v += 1; return o; }
  C &operator++() { v += 1; return *this; }
  C operator-() const { return {-v}; }
  bool operator<(const C &o) const { return v < o.v; }
};
static void steps(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    C a{x[i]};
    C b = a++;
    C c = ++a, d = -a;
    y[i] += a.v + 2 * b.v + 3 * c.v + d.v;
    if (b < a) w[i] += 3;
    ++a;
    a++;
    w[i] += (a < b ? 1 : 2) + a.v;
  }
}
struct Random { unsigned s; int operator()() { s = s * 1664525u + 1013904223u; return s >> 16; } };
static void functor(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    Random r{(unsigned)i};
    double a = r(), b = r();
    y[i] += a * 2 + b;
    int c = r();
    w[i] += c;
  }
}
int main() {
  for (int i = 0; i < N; i++) x[i] = i * 0.5 - 9;
  elements(N); chains(N); steps(N); functor(N);
  double sum = 0;
  for (int i = 0; i < N; i++) sum += y[i] * (i + 1) + w[i] * 3 + us[i][1];
  std::printf("%a\n", sum);
}
