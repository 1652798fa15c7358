// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, const int *kind, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: {{.*}}switch{{.*}} is not supported inside a region [unsupported-statement] [-Wgpu-tile]
    switch (kind[i]) {
    case 0:
      A[i] = 0;
      break;
    default:
      A[i] = 1;
    }
}
