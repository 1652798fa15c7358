// Structures as arguments and results of functions, and in choices.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>
#define N 57
typedef struct { double x, y, z; } vec3;
typedef struct { vec3 pos, vel; double mass; } particle;
static vec3 p[N], q[N], f[N];
static particle ps[N];
static double out[N];
static vec3 add(vec3 a, vec3 b) { vec3 r; r.x = a.x + b.x; r.y = a.y + b.y; r.z = a.z + b.z; return r; }
static vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec3 scale(vec3 a, double s) { a.x *= s; a.y *= s; a.z *= s; return a; }
static inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 cross(const vec3 a, const vec3 b) {
  vec3 r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return r;
}
static double norm(vec3 a) { return sqrt(dot(a, a)); }
static vec3 normalize(vec3 a) { return scale(a, 1.0 / norm(a)); }
static vec3 make(double x, double y, double z) { vec3 r = {x, y, z}; return r; }
static vec3 clampv(vec3 a, double m) { double l = norm(a); if (l > m) return scale(a, m / l); return a; }
static void accumulate(vec3 *a, vec3 b) { a->x += b.x; a->y += b.y; a->z += b.z; }
static void simple(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 g = add(p[i], q[i]);
    f[i] = g;
  }
}
static void nested(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    f[i] = add(scale(p[i], 0.5), cross(sub(p[i], q[i]), make(1, 2, i)));
}
static void numbers(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    out[i] = dot(p[i], q[i]) + norm(sub(p[i], q[i])) + add(p[i], q[i]).x;
}
static void early(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    f[i] = clampv(p[i], 2.5);
}
static void cond(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (norm(sub(p[i], q[i])) > 3)
      f[i] = normalize(p[i]);
    else if (dot(p[i], q[i]) < 0)
      f[i] = i % 2 ? p[i] : q[i];
    out[i] = i > 3 ? norm(sub(p[i], q[i])) : 7;
  }
}
static vec3 force(const particle *all, int n, int i) {
  vec3 r = {0, 0, 0};
  for (int j = 0; j < n; j++) {
    if (j == i) continue;
    vec3 d = sub(all[j].pos, all[i].pos);
    double r2 = dot(d, d) + 1e-3;
    r = add(r, scale(d, all[j].mass / (r2 * sqrt(r2))));
  }
  return r;
}
static void nbody(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    f[i] = force(ps, n, i);
}
static void move(int n, double dt) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    ps[i].vel = add(ps[i].vel, scale(f[i], dt / ps[i].mass));
    ps[i].pos = add(ps[i].pos, scale(ps[i].vel, dt));
    accumulate(&f[i], ps[i].vel);
  }
}
int main(void) {
  for (int i = 0; i < N; i++) {
    p[i] = make(i, 0.1 * i, -i); q[i] = make(sin(i), cos(i), 2); 
    ps[i].pos = make(i % 5, i % 7, i % 11); ps[i].vel = make(0, 1, 0); ps[i].mass = 1 + i % 3;
  }
  simple(N); nested(N); numbers(N); 
  double s = 0;
  for (int i = 0; i < N; i++) s += f[i].x * i + f[i].y - f[i].z + out[i] * 3;
  printf("%a\n", s);
  early(N); cond(N);
  for (int i = 0; i < N; i++) s += f[i].x * i + f[i].y - f[i].z + out[i] * 3;
  printf("%a\n", s);
  nbody(N); move(N, 0.01);
  for (int i = 0; i < N; i++) s += f[i].x * i + f[i].y - f[i].z + out[i] * 3 + ps[i].pos.x;
  printf("%a\n", s);
}
