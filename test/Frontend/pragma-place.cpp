// Regions in methods and lambdas are found; code of templates is left to the
// plugin, which is said once per template however often it is instantiated.
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s -DMAJOR=%llvm_major
// RUN: %clangxx -Wall -Wextra -Wno-unknown-pragmas -fsyntax-only %t/pragma-place.gputile.cpp

namespace N {
struct S {
  // CHECK: :[[#@LINE+2]]:9: {{remark|warning}}:
  void m(int n, double *A) {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = 0;
  }
};
} // namespace N

[[maybe_unused]] static void lambda(int n, double *A) {
  auto run = [=] {
// CHECK: :[[#@LINE+1]]:9: {{remark|warning}}:
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = 0;
  };
  run();
}

template <typename T> void fill(int n, T *A) {
// CHECK: :[[#@LINE+3]]:10: warning: region left on the CPU: it contains code that depends on template parameters, which the plugin can compile (clang-[[MAJOR]] $(gputile-config --cflags)) [invalid-code] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
// CHECK-NOT: template parameters
template void fill<int>(int, int *);
template void fill<double>(int, double *);

// CHECK: :[[#@LINE+2]]:9: {{remark|warning}}:
void plain(int n, double *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
