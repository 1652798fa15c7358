// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s -DMAJOR=%llvm_major
template <typename T> void f(int n, T *A) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+2]]:10: warning: region left on the CPU: it contains code that depends on template parameters, which the plugin can compile (clang-[[MAJOR]] $(gputile-config --cflags)) [invalid-code] [-Wgpu-tile]
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
template void f<int>(int, int *);
