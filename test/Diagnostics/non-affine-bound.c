// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict y) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:21: warning: region left on the CPU: loop bound 'i * i < n' is not an affine expression {{.*}} [non-affine-bound] [-Wgpu-tile]
  for (int i = 0; i * i < n; i++)
    y[i] = 0;
}
