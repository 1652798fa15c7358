// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+1]]:57: warning: 'A' is accessed only where data says so, and its extent is not known; {{.*}} [conditional-extent] [-Wgpu-tile]
void f(int n, const int *restrict use, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (use[i])
      A[i] = 0;
}
