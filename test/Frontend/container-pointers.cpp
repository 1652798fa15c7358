// A container whose deleter has pointers of a class: its elements are not followed.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c++17 2>&1 | FileCheck %s
#include <cstddef>
#include <memory>

struct pointer {
  double *p;
  pointer(double *q = nullptr) : p(q) {}
  pointer(std::nullptr_t) : p(nullptr) {}
  double &operator[](std::size_t i) const { return p[i]; }
  bool operator!=(const pointer &o) const { return p != o.p; }
  explicit operator bool() const { return p; }
};
struct deleter {
  using pointer = ::pointer;
  void operator()(pointer q) const { delete[] q.p; }
};
void numbered(std::unique_ptr<double[], deleter> &a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: {{.*}} [unsupported-expression]
    a[i] = i;
}
// CHECK: gputile: 0 of 1 region runs on the GPU; wrote nothing
