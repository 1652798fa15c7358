// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A, const double *B) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: subscript 'i * i' of 'A' is not affine [non-affine-subscript] [-Wgpu-tile]
    A[i * i] = B[i];
}
