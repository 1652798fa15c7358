// Structures with constructors, operators and functions.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 3 regions equal bit for bit, same output
#include <cmath>
#include <cstdio>
constexpr int N = 57;
struct vec3 {
  double x, y, z;
  vec3() = default;
  vec3(double a, double b, double c) : x(a), y(b), z(c) {}
  explicit vec3(double a) { x = y = z = a; }
  double norm() const { return std::sqrt(x * x + y * y + z * z); }
  vec3 &operator+=(const vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
  vec3 &operator*=(double s) { x *= s; y *= s; z *= s; return *this; }
  vec3 operator-() const { return {-x, -y, -z}; }
  vec3 operator-(const vec3 &o) const { return vec3(x - o.x, y - o.y, z - o.z); }
};
inline vec3 operator+(const vec3 &a, const vec3 &b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline vec3 operator*(const vec3 &a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline vec3 operator*(double s, const vec3 &a) { return a * s; }
inline double dot(const vec3 &a, const vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 p[N], q[N], f[N];
static double out[N];
static void plain(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) f[i] = p[i] + q[i] * 0.5;
}
static void mixed(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    vec3 d = p[i] - q[i];
    d += 2.0 * q[i];
    d *= 0.25;
    vec3 e(1, 2, i), g{3, 4, 5};
    f[i] += -d + e - g;
    out[i] = (p[i] - q[i]).norm() + dot(d, vec3(2)) + e.norm();
  }
}
static void refs(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const vec3 &a = p[i];
    vec3 &r = f[i];
    r = a + r;
    const vec3 &t = a * 2.0;
    auto u = t + vec3{1, 1, 1};
    r += u;
  }
}
int main() {
  for (int i = 0; i < N; i++) { p[i] = vec3(i, 0.1 * i, -i); q[i] = vec3(std::sin(i), std::cos(i), 2); f[i] = vec3(0.0); }
  plain(N); mixed(N); refs(N);
  double s = 0;
  for (int i = 0; i < N; i++) s += f[i].x * i + f[i].y - f[i].z + out[i] * 3;
  std::printf("%a\n", s);
}
