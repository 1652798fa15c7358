// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel' [no-parallelism] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1] + A[i];
}
