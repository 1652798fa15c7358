// Structures in containers, as a whole: copied, computed by operators, passed to functions.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -std=c++17 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace sim {
struct particle {
  float x, y, z, mass;
  particle &operator+=(const particle &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
};
inline particle operator+(const particle &a, const particle &b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.mass + b.mass};
}
inline particle operator*(float s, const particle &a) { return {s * a.x, s * a.y, s * a.z, a.mass}; }
inline float norm(const particle &a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

static void move(std::vector<particle> &p, const std::vector<particle> &v, float dt) {
#pragma gpu_tile
  for (std::size_t i = 0; i < p.size(); i++)
    p[i] = p[i] + dt * v[i];
}
static void copy(std::vector<particle> &p, const std::vector<particle> &v) {
#pragma gpu_tile
  for (std::size_t i = 0; i < p.size(); i++)
    p[i] = v[i];
}
static void locals(std::vector<particle> &p, const std::vector<particle> &v) {
#pragma gpu_tile
  for (std::size_t i = 0; i < p.size(); i++) {
    particle a = v[i], b = 0.5f * a;
    a += b;
    p[i] += a;
    p[i].mass = norm(p[i]);
  }
}
// The sum is of what stood there before.
static void neighbours(std::array<particle, 50> &p, std::array<particle, 50> &q) {
#pragma gpu_tile
  for (int i = 1; i < 49; i++)
    q[i] = p[i - 1] + 2.0f * p[i + 1];
}
static void rotated(std::vector<particle> &p) {
#pragma gpu_tile
  for (auto &a : p)
    a = particle{a.y, a.z, a.x, a.mass * 2};
}
struct system {
  std::vector<particle> p, v;
  void step(float dt) {
#pragma gpu_tile
    for (std::size_t i = 0; i < p.size(); i++)
      p[i] += dt * v[i];
  }
};
} // namespace sim

int main() {
  using namespace sim;
  std::vector<particle> p(333), v(333);
  std::array<particle, 50> a, b;
  for (int i = 0; i < 333; i++) {
    p[i] = {i * 0.5f, i % 7 * 1.f, i % 13 * 1.f, 1.f};
    v[i] = {i % 3 * 1.f, i * 0.25f, i % 5 * 1.f, 2.f};
  }
  for (int i = 0; i < 50; i++) {
    a[i] = p[i];
    b[i] = v[i];
  }
  move(p, v, 0.125f);
  std::vector<particle> w(333);
  copy(w, p);
  locals(w, v);
  neighbours(a, b);
  rotated(p);
  sim::system s{p, w};
  s.step(0.5f);
  double sum = 0;
  for (const particle &q : s.p)
    sum += q.x + q.y * 2 + q.z * 3 + q.mass;
  for (const particle &q : w)
    sum += q.x + q.y * 2 + q.z * 3 + q.mass;
  for (const particle &q : b)
    sum += q.x + q.y * 2 + q.z * 3 + q.mass;
  std::printf("%.17g\n", sum);
}
