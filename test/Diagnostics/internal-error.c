// RUN: rm -rf %t && mkdir %t && %gputile --fail-in=map --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: ls %t | count 0
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: internal error during the mapping to blocks and threads (as --fail-in asks); please report this [internal-error] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
