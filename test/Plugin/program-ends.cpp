// Data ends the program in functions made from a template, and in members of classes in namespaces.
// RUN: %clangxx -fplugin=%plugin -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err && FileCheck %s --check-prefix=FINE < %t.out && FileCheck %s < %t.err
// CHECK-COUNT-3: : 1 launches
// FINE: 40 43 4
// RUN: %status 134 %on_cpu %t sign 2>&1 | FileCheck %s --check-prefix=SIGN
// SIGN: program-ends.cpp:15: void f({{.*}}: Assertion `k[i] >= 0 && "sign"' failed.
// RUN: %status 134 %on_cpu %t seven last 2>&1 | FileCheck %s --check-prefix=SEVEN
// SEVEN: program-ends.cpp:26: {{.*}}S::g({{.*}}): Assertion `k[i] != 7' failed.
#include <cassert>
#include <cstdio>
template <typename T> void f(int n, T *__restrict a, const int *__restrict k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(k[i] >= 0 && "sign");
    a[i] = a[i] * 2 + k[i];
  }
}
namespace {
struct S {
  int n;
  double v[40];
  void g(const int *k) {
#pragma gpu_tile
    for (int i = 0; i < n; i++) {
      assert(k[i] != 7);
      v[i] += k[i];
    }
  }
};
} // namespace
int main(int argc, char **) {
  static float x[40];
  static double y[40];
  static int k[40];
  S s;
  s.n = 40;
  for (int i = 0; i < 40; i++) {
    x[i] = y[i] = i;
    s.v[i] = 1;
    k[i] = i % 5;
  }
  f(40, x, k);
  f(40, y, k);
  s.g(k);
  if (argc > 1) {
    k[3] = argc > 2 ? 7 : -1;
    f(40, x, k);
    s.g(k);
  }
  printf("%g %g %g\n", x[20], y[21], s.v[3]);
}
