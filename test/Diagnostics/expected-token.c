// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
void f(int n, double *A) {
// CHECK: :[[#@LINE+1]]:31: error: expected ')' in '#pragma gpu_tile' [expected-token]
#pragma gpu_tile tile(32, (16)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// CHECK: :[[#@LINE+1]]:18: error: expected a clause in '#pragma gpu_tile' [expected-token]
#pragma gpu_tile (32)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// CHECK: error: expected a clause after ',' in '#pragma gpu_tile' [expected-token]
#pragma gpu_tile tile(32),
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
