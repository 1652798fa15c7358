// Calls that cannot run before their statement, and objects that are not followed: at the place, with the reason.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c++17 2>&1 | FileCheck %s
struct vec3 { double x, y, z; };
struct triple { double a, b, c; triple(double a, double b, double c) : a(a), b(b), c(c) {} };
static vec3 p[100], q[100];
static double x[100], y[100];
static double bump(double &b) { b += 5; return b; }
static double write(double *a) { *a = 3; return 1; }
void in_a_list(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    // CHECK: :[[#@LINE+1]]:15: warning: region left on the CPU: the call of 'bump', whose body cannot take its place, is not supported
    vec3 v{t, bump(t), t};
    p[i] = v;
  }
}
void in_a_choice_in_a_list(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    // CHECK: :[[#@LINE+1]]:23: warning: region left on the CPU: the call of 'bump', whose body cannot take its place, is not supported
    vec3 v{t, i % 2 ? bump(t) : 0.5, t};
    p[i] = v;
  }
}
void in_a_choice(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    // CHECK: :[[#@LINE+1]]:25: warning: region left on the CPU: the call of 'bump', whose body cannot take its place, is not supported
    y[i] = t * (i % 2 ? bump(t) : 0.5);
  }
}
void in_arguments(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    // CHECK: :[[#@LINE+1]]:25: warning: region left on the CPU: the call of 'bump', whose body cannot take its place, is not supported
    triple v(t, i % 3 ? bump(t) : 2., t);
    p[i] = {v.a, v.b, v.c};
  }
}
void beside_what_it_reads(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:19: warning: region left on the CPU: the call of 'write', whose body cannot take its place, is not supported
    y[i] = x[i] * write(&x[i]);
}
void into_what_it_changes(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    auto add = [&](double v) { y[i] += v; return v; };
    // CHECK: :[[#@LINE+1]]:13: warning: region left on the CPU: the call of a lambda, whose body cannot take its place, is not supported
    y[i] += add(2);
  }
}
void twice(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    auto next = [&] { t += 1; return t; };
    // CHECK: :[[#@LINE+1]]:12: warning: region left on the CPU: the call of a lambda, whose body cannot take its place, is not supported
    y[i] = next() - next();
  }
}
void beside_what_it_passes_on(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i];
    auto next = [&] { return bump(t); };
    // CHECK: :[[#@LINE+1]]:16: warning: region left on the CPU: the call of a lambda, whose body cannot take its place, is not supported
    y[i] = t + next();
  }
}
static vec3 moved(vec3 a, double s) { a.x += s; return a; }
void beside_a_structure(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 v = p[i];
    vec3 &r = v;
    auto next = [&] { r.x += 2; return r.x; };
    // CHECK: :[[#@LINE+1]]:21: warning: region left on the CPU: the call of a lambda, whose body cannot take its place, is not supported
    q[i] = moved(v, next());
  }
}
void changes_its_copy(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int c = 0;
    // CHECK: :[[#@LINE+1]]:10: warning: region left on the CPU: the lambda 'next', whose captures are not followed, is not supported
    auto next = [c]() mutable { return ++c; };
    y[i] = next();
  }
}
void copied_too_early(int n) {
  double s = 2;
  auto f = [=](double v) { return v * s; };
  s = 3;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:12: warning: region left on the CPU: the call of a lambda, whose body cannot take its place, is not supported
    y[i] = f(x[i]);
}
static auto scaling(double s) { return [s](double v) { return v * s; }; }
void returned(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:14: warning: region left on the CPU: the call of 'scaling', whose body cannot take its place, is not supported
    auto f = scaling(x[i]);
    y[i] = f(2);
  }
}
static void force(const vec3 &v) { const_cast<vec3 &>(v).x = 77; }
// CHECK: :[[#@LINE+1]]:27: warning: region left on the CPU: the struct 'v' (it is used as a whole) is not supported
static double forced(vec3 v) { force(v); return v.x + v.y; }
void without_const(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = forced(p[i]);
}
// `this` is the new object in the initialiser, not that of the region.
struct derived { double a = 1, b = a * 2; void run(int n); };
void derived::run(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:13: warning: region left on the CPU: the struct 's' (by default, a member starts with the value of another one) is not supported
    derived s{x[i]};
    y[i] = s.b;
  }
}
static vec3 search(const vec3 &a) {
  vec3 r = a;
  for (int k = 0; k < 4; k++) {
    r.x += k;
    if (r.x > 7)
      return r;
  }
  return {0, 0, 0};
}
void returns_from_a_loop(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+2]]:12: warning: region left on the CPU: the call of 'search', whose body cannot take its place, is not supported
    // CHECK: :[[#@LINE-8]]:7: note: a 'return' from a loop, or from a 'switch' that runs on, is here
    q[i] = search(p[i]);
  }
}
void returns_from_a_loop_to_a_new_one(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:14: warning: region left on the CPU: the call of 'search', whose body cannot take its place, is not supported
    vec3 v = search(p[i]);
    q[i] = v;
  }
}
struct virt { double v; virtual double get() const { return v; } };
struct based : vec3 { double w; };
struct owned { double v; owned(double v) : v(v) {} owned(const owned &o) : v(o.v + 1) {} };
void other_classes(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:10: warning: region left on the CPU: the struct 'a' (it has virtual functions) is not supported
    virt a;
    a.v = 2;
    y[i] = a.get();
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:11: warning: region left on the CPU: the struct 'b' (it has a base class) is not supported
    based b;
    b.x = 2;
    y[i] = b.x;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:11: warning: region left on the CPU: the struct 'c' (functions copy or destroy it) is not supported
    owned c(x[i]);
    y[i] = c.v;
  }
}
static double jumps(double a) {
  if (a > 3)
    // CHECK: :[[#@LINE+10]]:12: warning: region left on the CPU: the call of 'jumps', whose body cannot take its place, is not supported
    // CHECK: :[[#@LINE+1]]:5: note: a 'goto' is here
    goto end;
  a += p[0].x;
end:
  return a;
}
void calls_what_jumps(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = jumps(x[i]);
}
