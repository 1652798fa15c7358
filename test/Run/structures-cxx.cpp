// Structures in C++: references to them, members of classes, copies.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <cmath>
#include <cstdio>
#define N 61
struct float3 {
  float x, y, z;
};
class Cell {
public:
  double u;
  int id;
  double hidden() const { return w; }

private:
  double w = 3;
};
template <typename T> struct Pair {
  T a, b;
};
static float var[5 * N], areas[N], out[N];
static int nb[4 * N];
static Cell cells[N];

inline void velocity(float &density, float3 &m, float3 &v) {
  v.x = m.x / density;
  v.y = m.y / density;
  v.z = m.z / density;
}
inline float squared(float3 &v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
static void flux(int n, float *__restrict variables, float3 ff) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    float density = variables[i];
    float3 m;
    m.x = variables[i + n];
    m.y = variables[i + 2 * n];
    m.z = variables[i + 3 * n];
    float3 v;
    velocity(density, m, v);
    float s = squared(v);
    float3 w = v, sum = {};
    for (int j = 0; j < 4; j++) {
      float3 q;
      int k = nb[i + j * N];
      q.x = areas[k];
      q.y = k;
      sum.x += q.x * w.y;
      sum.z += q.y;
    }
    out[i] = std::sqrt(areas[i]) + s + w.x + sum.x + sum.z + sum.y + ff.y;
  }
}
struct Grid {
  Cell *c;
  int n;
  float3 f[N];
  void step(double dt) {
#pragma gpu_tile
    for (int i = 1; i < n; i++) {
      c[i].u += dt * c[i].id;
      f[i].x = f[i].y;
      f[i].z = (float)c[i].u;
    }
  }
  void copy() {
#pragma gpu_tile
    for (int i = 0; i < n; i++) {
      float3 t = f[i];
      t.x += 1;
      f[i] = t;
    }
  }
};
static void references(Pair<double> *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    Pair<double> &q = p[i];
    const auto &r = p[i];
    q.a = r.b * 2;
  }
}
static unsigned hash(const void *memory, size_t size) {
  const unsigned char *p = (const unsigned char *)memory;
  unsigned v = 17;
  for (size_t i = 0; i < size; i++)
    v = v * 31 + p[i];
  return v;
}
static Grid g;
int main() {
  Pair<double> p[N];
  for (int i = 0; i < 5 * N; i++)
    var[i] = i + 1;
  for (int i = 0; i < 4 * N; i++)
    nb[i] = (i * 7) % N;
  for (int i = 0; i < N; i++) {
    areas[i] = i;
    cells[i].u = cells[i].hidden() + i;
    cells[i].id = i;
    g.f[i] = {1.f * i, 2, 3};
    p[i] = {1. * i, 2. * i};
  }
  flux(N, var, {1, 2, 3});
  g.c = cells;
  g.n = N;
  g.step(0.5);
  g.copy();
  references(p, N);
  for (int i = 0; i < N; i++)
    std::printf("%g %g %g %g %g\n", out[i], cells[i].u, g.f[i].x, g.f[i].z, p[i].a);
  std::printf("%u\n", hash(g.f, sizeof g.f));
}
