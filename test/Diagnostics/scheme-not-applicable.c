// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'stream' cannot be used here (it is not available yet; use scheme(parallel)) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(stream)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
