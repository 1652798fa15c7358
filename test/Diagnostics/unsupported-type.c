// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, long double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: type 'long double' has no equivalent on the GPU [unsupported-type] [-Wgpu-tile]
    A[i] = 0;
}
