// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
int f(int n, double *restrict A, double *restrict B) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (A[i] < 0)
      // CHECK: :[[#@LINE+1]]:7: warning: region left on the CPU: 'break' leaves the loop early [jump-in-region] [-Wgpu-tile]
      break;
    B[i] = A[i];
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (A[i] < 0)
      // CHECK: :[[#@LINE+1]]:7: warning: region left on the CPU: 'return' leaves the loop early [jump-in-region] [-Wgpu-tile]
      return 1;
    B[i] = A[i];
  }
  return 0;
}
