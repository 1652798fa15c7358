// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
#include <math.h>
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: 'exp' may round differently on the GPU than in the host's library [math-not-exact] [-Rgpu-tile]
    A[i] = exp(A[i]);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK-NOT: [math-not-exact]
    A[i] = sqrt(A[i]);
}
