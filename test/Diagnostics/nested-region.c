// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double A[n][n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:9: warning: '#pragma gpu_tile' has no effect here: an enclosing region already runs on the GPU [nested-region] [-Wgpu-tile]
#pragma gpu_tile
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}
