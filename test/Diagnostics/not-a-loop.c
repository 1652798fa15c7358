// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
void f(int n, double *A) {
// CHECK: :[[#@LINE+2]]:9: error: '#pragma gpu_tile' must stand before a for statement or a block of statements [not-a-loop]
// CHECK: :[[#@LINE+2]]:3: note: what follows the pragma is here
#pragma gpu_tile
  A[n] = 1;
}
