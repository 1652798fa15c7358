// What a call changes and what else its statement reads: values of conditions, of captures, of arguments.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 5 regions equal bit for bit, same output
#include <cstdio>
constexpr int N = 41;
struct vec3 { double x, y, z; };
struct counter { double v; bool up() { v += 1; return v > 2; } };
static vec3 p[N]; static double x[N], y[N], w[N];
static bool bump(double &b) { b += 5; return b > 3; }
static void conditions(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    counter c{t};
    auto up = [&] { t += 1; return t; };
    if (bump(t)) y[i] = t; else w[i] = t;
    if (c.up()) y[i] += c.v;
    if (!(up() > 1)) y[i] += 1;
    if (i > 3 && c.up()) w[i] += 2;
    bool b = t > 9 || (bump(t) && !bump(t));
    y[i] += b + t;
    w[i] += c.v;
  }
}
static double twice(double a) { double t = a; double u = [&] { t *= 2; return t; }(); return t + u; }
static void immediate(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 v = p[i], &r = v;
    [&] { r.x = 9; }();
    double t = x[i], s = [t, u = t * 2] { return t * 2 + u; }();
    t = 3;
    y[i] += v.x + s + t + twice(x[i]);
  }
}
struct part { double v; void add(const double &s) { v += s; v += s; } void addCopy(double s) { v += s; v += s; } };
static part parts[N];
static void set(vec3 &o, const vec3 &s, double k) { o.x = s.y + k; o.y = s.x + k; o.z = k; }
static void aliases(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 v = p[i];
    set(v, v, v.z);
    set(p[i], p[i], p[i].x);
    part a{x[i]};
    a.add(a.v); a.addCopy(a.v);
    parts[i].v = 2;
    parts[i].add(parts[i].v); parts[i].addCopy(parts[i].v);
    int k = 0;
    double d[3] = {1, 2, 3};
    auto put = [&](double &place, double value) { k++; place = value; };
    put(d[k], 9); put(d[k], 8);
    y[i] += a.v + parts[i].v + v.x + d[0] + 2 * d[1] + 3 * d[2];
  }
}
// What is const for a function may change all the same.
struct cached { double v; mutable double uses; double get() const { uses += 1; return v + uses; } };
static cached cs[N];
static double get(cached c) { double r = c.get(); return r + c.get(); }
static void copies(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    cs[i].v = i; cs[i].uses = 2;
    y[i] += get(cs[i]) + cs[i].uses;
  }
}
// A lambda changes by another name what it gets.
static double add5(double &b) { b += 5; return b; }
static double add5(double *b) { *b += 5; return *b; }
static void names(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i], u = x[i];
    auto first = [&](double v) { add5(t); return v; };
    auto second = [&](double v) { add5(&u); return v; };
    double a = first(t), b = second(u);
    y[i] += a + b;
    w[i] += t + u;
  }
}
int main() {
  for (int i = 0; i < N; i++) { x[i] = i * 0.5 - 9; y[i] = i; p[i] = {1. * i, 2, 3. - i}; }
  conditions(N); immediate(N); aliases(N); copies(N); names(N);
  double s = 0;
  for (int i = 0; i < N; i++) s += y[i] * (i + 1) + w[i] * 3 + p[i].x * 5 + p[i].y * 7 + p[i].z + cs[i].uses + parts[i].v;
  std::printf("%a\n", s);
}
