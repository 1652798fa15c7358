// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, int m, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: 'while' loop cannot be analysed; {{.*}} [unsupported-loop] [-Wgpu-tile]
    while (k < m)
      A[i] += k++;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: 'do' loop cannot be analysed; {{.*}} [unsupported-loop] [-Wgpu-tile]
    do
      A[i] += k++;
    while (k < m);
  }
}
