// RUN: mkdir -p %t && %gputile --output-dir=%t --max-operations=50 %s -- 2>&1 | FileCheck %s
void f(int n, double A[n][n]) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: gave up during {{.*}} after 50 operations; mark fewer loops, or raise the limit with --max-operations [analysis-too-expensive] [-Wgpu-tile]
#pragma gpu_tile
  for (int t = 0; t < n; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = A[i - 1][j] + A[i][j + 1];
}
