// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(double *restrict A) {
#pragma gpu_tile
  for (unsigned i = 0; i < 10; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: this expression always leaves the range of its type and wraps around [always-wraps] [-Wgpu-tile]
    A[i - 1] = 0;
}
