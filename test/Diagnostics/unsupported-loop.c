// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, int m, double *restrict A) {
  int k = 0;
#pragma gpu_tile
  {
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: 'while' loop cannot be analysed; {{.*}} [unsupported-loop] [-Wgpu-tile]
    while (A[k] > 0)
      A[k++] = 0;
  }
#pragma gpu_tile
  {
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: 'do' loop cannot be analysed; {{.*}} [unsupported-loop] [-Wgpu-tile]
    do
      A[k] += k++;
    while (k < m);
  }
}
