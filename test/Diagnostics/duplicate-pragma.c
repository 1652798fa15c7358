// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+3]]:9: error: this loop or block is marked twice with '#pragma gpu_tile' [duplicate-pragma]
// CHECK: :[[#@LINE+1]]:9: note: the first pragma is here
#pragma gpu_tile tile(32)
#pragma gpu_tile block(16)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
