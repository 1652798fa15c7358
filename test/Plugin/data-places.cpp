// Blocks in methods, namespaces and lambdas.
// RUN: %clangxx -std=c++20 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %clangxx -fplugin=%plugin -std=c++20 -Wall -Wextra -Wno-unknown-warning-option -Rgpu-tile %s %link_rt -o %t 2>&1 | FileCheck %s
// RUN: %t.plain > %t.expected
// RUN: env GPUTILE_DISABLE=1 %t 2>&1 | cmp - %t.expected
// RUN: %on_cpu %t 2>/dev/null | cmp - %t.expected
#include <cstdio>
#include <utility>
#include <vector>
namespace outer {
struct Solver {
  int n;
  std::vector<float> first, second;
  void run(int steps) {
    const int n = this->n;
    float *x = first.data(), *y = second.data();
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: x, y
#pragma gpu_tile data(copy: x, y)
    {
      for (int t = 0; t < steps; ++t) {
#pragma gpu_tile
        for (int i = 1; i < n - 1; i++)
          y[i] = (x[i - 1] + x[i + 1]) * 0.5f;
        std::swap(x, y);
      }
    }
  }
};
float table[50];
static void lambda(int n, float *y) {
  auto work = [=](float s) {
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: y, table
#pragma gpu_tile data(copy: y copyin: table)
    {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        y[i] = y[i] + s;
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        y[i] = y[i] + table[i];
    }
  };
  work(2.0f);
}
// Regions of a template count for what they are in each instantiation.
template <typename T> static void bump(int n, T *p) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    p[i] += 1;
}
static void calls(int n, float *p, long double *q) {
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: p
#pragma gpu_tile data(copy: p)
  {
    bump(n, p);
    bump(n, p);
  }
// CHECK-DAG: [[#@LINE-9]]:5: warning: arrays are copied for each region, not kept on the device: memory is accessed through a pointer
#pragma gpu_tile data(copy: q)
  {
    bump(n, q);
  }
}
template <typename T> void dependent(T *p) {
// CHECK-DAG: [[#@LINE+1]]:18: warning: {{.*}}: the block depends on template parameters [data-not-used]
#pragma gpu_tile data(copy: p)
  {
    (void)p;
  }
// CHECK-DAG: [[#@LINE+1]]:29: warning: {{.*}}: the type depends on template parameters [data-not-used]
#pragma gpu_tile data(copy: p)
  {
  }
}
} // namespace outer
int main() {
  std::vector<float> v(50, 1.5f);
  outer::table[7] = 8;
  outer::Solver solver{50, std::vector<float>(50, 2.0f), std::vector<float>(50, 1.0f)};
  solver.run(7);
  outer::dependent(v.data());
  std::vector<long double> wide(50, 2.0L);
  outer::calls(50, v.data(), wide.data());
  v[0] += static_cast<float>(wide[3]);
  outer::lambda(50, v.data());
  for (int i = 0; i < 50; ++i)
    std::printf("%a %a %a\n", v[i], solver.first[i], solver.second[i]);
}
