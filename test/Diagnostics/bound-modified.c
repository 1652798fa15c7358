// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, int shift, double *restrict A) {
#pragma gpu_tile
  // CHECK: :{{[0-9]+}}:{{[0-9]+}}: warning: region left on the CPU: 'shift' is used in a loop bound or subscript and changed inside the region [bound-modified] [-Wgpu-tile]
  for (int i = 0; i < n; i++) {
    A[i + shift] = 0;
    shift = 1;
  }
#pragma gpu_tile
  // CHECK: warning: region left on the CPU: 'n' is used in a loop bound or subscript and changed inside the region [bound-modified]
  for (int i = 0; i < n; i++) {
    A[i] = 0;
    n = n - 1;
  }
}
