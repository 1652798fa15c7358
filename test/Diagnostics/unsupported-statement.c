// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    A[i] = 0;
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: inline assembly is not supported inside a region [unsupported-statement] [-Wgpu-tile]
    __asm__("");
  }
}
