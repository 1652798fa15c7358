// RUN: rm -rf %t && mkdir %t && %gputile --fail-in=verify --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: ls %t | count 0
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: the transformed program could not be proved equal to the original (as --fail-in asks); please report this [verification-failed] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
