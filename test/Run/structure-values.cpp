// Structures by value, by reference and behind pointers: which copies change, and when.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <cmath>
#include <cstdio>
constexpr int N = 41;
struct vec3 {
  double x = 0, y = 0, z = 0;
  vec3() {}
  vec3(double a, double b, double c) : x(a), y(b), z(c) {}
  vec3(const double *v) : vec3(v[0], v[1], v[2]) {}
  void normalize() { double l = std::sqrt(x * x + y * y + z * z) + 1; x /= l; y /= l; z /= l; }
  vec3 &operator+=(const vec3 &o) { x += o.x; y += o.y; z += o.z + x; return *this; }
  vec3 &operator=(const vec3 &o) = default;
  vec3 &scale(double s) { x *= s; y *= s; z *= s; return *this; }
  double &operator[](int k) { return k == 0 ? x : k == 1 ? y : z; }
  double sum() const { return x + y + z; }
};
static vec3 operator*(const vec3 &a, double s) { return vec3(a.x * s, a.y * s, a.z * s); }
static vec3 operator+(vec3 a, const vec3 &b) { return a += b; }
static void halve(vec3 *v) { v->x *= 0.5; v->y *= 0.5; }
static void halveRef(vec3 &v) { halve(&v); v.z = 1; }
// These change their copies only.
static vec3 byPointer(vec3 a) { halve(&a); return a; }
static vec3 byReference(vec3 a) { halveRef(a); return a; }
static double byMethod(vec3 a) { a.normalize(); return a.sum(); }
static double byLambda(vec3 a) { auto f = [&] { a.x = 3; }; f(); return a.sum(); }
static vec3 both(vec3 a, vec3 *b) { b->x = 5; a.x += b->x; b->y = a.y; return a; }
static vec3 rotate(const vec3 &v) { vec3 r; r.x = v.y; r.y = v.z; r.z = v.x; return r; }
struct dual { double v, d; };
static dual operator*(dual a, dual b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
static dual operator+(dual a, dual b) { return {a.v + b.v, a.d + b.d}; }
static dual sine(dual a) { return {std::sqrt(a.v), a.d * a.v}; }
struct interval {
  double lo, hi;
  friend interval operator-(const interval &a, const interval &b) { return {a.lo - b.hi, a.hi - b.lo}; }
};
static interval hull(interval a, interval b) {
  if (a.lo > b.lo)
    return hull(b, a).lo > 0 ? b : b; // Recursive: stays a call, if it ran.
  return {a.lo, a.hi > b.hi ? a.hi : b.hi};
}
static interval meet(interval a, interval b) {
  interval r{a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
  if (r.lo > r.hi) return interval{0, 0};
  return r;
}
struct matrix { double m[2][2]; };
static matrix product(const matrix &a, const matrix &b) {
  matrix r = {};
  for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) r.m[i][j] += a.m[i][k] * b.m[k][j];
  return r;
}
static matrix transposed(matrix a) { double t = a.m[0][1]; a.m[0][1] = a.m[1][0]; a.m[1][0] = t; return a; }
static vec3 p[N], q[N]; static dual ds[N]; static interval is[N]; static matrix ms[N]; static double out[N]; static int idx[N];
static void copies(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 t = byPointer(p[i]) + byReference(p[i]);
    out[i] = byMethod(p[i]) + byMethod(t) + byLambda(t);
    vec3 w = both(t, &t);
    t = rotate(t);
    w += w;
    q[i] = t + w * p[i].x;
    p[i] = rotate(p[i]);
  }
}
static void chains(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 a = p[i], b;
    b += a.scale(2);
    (b += a) += a;
    a[1] = 7; b[2] += a[0];
    out[i] += a.sum() + b.sum() + (i % 3 ? vec3(1, i, 2).sum() : rotate(a).x) + (p[i] * 2.0).y;
    if (i > 2 && byMethod(b) > 0.5 && byMethod(a) > 0.25) q[i] = i % 2 ? rotate(b) : a; else q[i] = vec3();
    q[i].normalize();
  }
}
static void numbers(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    dual x = ds[i], one = {1, 0};
    for (int k = 0; k < 3; k++) x = x * x + one;
    ds[i] = sine(x * dual{2, 0});
    is[i] = meet(is[i] - is[idx[i]], is[i]);
    ms[i] = product(transposed(ms[i]), ms[i]);
  }
}
static void capture(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 v = p[i]; double t = i;
    auto f = [=](double s) { return v.sum() * s + t; };
    halve(&v); t = 9; v.x = 100;
    auto g = [&, w = v * 2.0](double s) { v.x += s; return w.x + v.x + t; };
    double a = f(2), b = g(1);
    double c = g(3);
    out[i] += a + b + c;
    auto h = [&](auto u, auto k) { return k(u) + f(u); };
    out[i] += h(2, f) + h(1.5, [](double z) { return z * z; });
  }
}
int main() {
  for (int i = 0; i < N; i++) { p[i] = vec3(i, 1 + i * .5, 3 - i); ds[i] = {i * .01, 1}; is[i] = {i * 1., i + 2.}; idx[i] = i / 2; ms[i] = {{{1. * i, 2}, {3, 4}}}; }
  copies(N); chains(N); numbers(N); capture(N);
  double s = 0;
  for (int i = 0; i < N; i++) s += p[i].x + q[i].y * 3 + q[i].z + out[i] + ds[i].d + is[i].hi * 2 + is[i].lo + ms[i].m[0][1];
  std::printf("%a %d\n", s, (int)hull(is[0], is[1]).lo);
}
