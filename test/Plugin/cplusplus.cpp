// Regions in methods, lambdas, anonymous namespaces, extern "C" blocks and templates.
// RUN: %clangxx -std=c++20 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %clangxx -fplugin=%plugin -std=c++20 -Wall -Wextra %s %link_rt -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %t.plain > %t.expected
// RUN: %t 2>/dev/null | cmp - %t.expected
// RUN: %on_cpu %t 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=RAN < %t.err
// RAN: gputile: cplusplus_step_
// RAN: gputile: cplusplus_operator
// RAN: gputile: cplusplus_add_
// RAN: gputile: cplusplus_dependent_
// RAN: gputile: cplusplus_count_
#include <cstdio>
#include <vector>
namespace outer {
namespace {
struct Solver {
  int n;
  float *x;
  void step(int shift) {
    const int n = this->n;
    float *x = this->x;
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 2.0f + (float)shift;
  }
};
} // namespace
[[maybe_unused]] static void lambda(int n, double *y) {
  auto add = [=](double s) {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      y[i] = y[i] + s;
  };
  add(2.0);
}
template <typename T> struct Box {
  int n;
  void add(float *p) {
    int n = this->n; // A constant would depend on T.
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      p[i] += 1;
  }
};
template <typename T> void dependent(int n, T *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5: warning: region left on the CPU: type 'long double' has no equivalent
    a[i] = a[i] + 1;
}
} // namespace outer
extern "C" {
static void count(int n, int *z) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    z[i] = i;
}
}
int main() {
  std::vector<float> v(100, 1.5f);
  outer::Solver{100, v.data()}.step(3);
  std::vector<double> w(100, 2.0);
  outer::lambda(100, w.data());
  outer::Box<int>{100}.add(v.data());
  int d[20] = {}, z[9];
  outer::dependent(20, d);
  long double e[20] = {};
  // CHECK: [[#@LINE+1]]:10: note: in instantiation of 'outer::dependent<long double>'
  outer::dependent(20, e);
  count(9, z);
  std::printf("%a %a %d %d\n", v[5], w[6], d[3] + (int)e[4], z[8]);
}
