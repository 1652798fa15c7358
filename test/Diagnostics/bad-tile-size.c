// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
void f(int n, double A[n][n]) {
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}} cannot be used: {{.*}} [bad-tile-size]
#pragma gpu_tile block(64, 64)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}
