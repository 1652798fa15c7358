// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: this 'for' loop is not in the form {{.*}} [loop-form] [-Wgpu-tile]
  for (int i = 1; i < n; i *= 2)
    A[i] = 0;
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} [loop-form]
  for (int i = 0, j = 0; i + j < n; i++, j++)
    A[i] = 0;
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} [loop-form]
  for (double x = 0; x < n; x += 1)
    A[0] = x;
}
