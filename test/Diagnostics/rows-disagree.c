// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, int m, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'A[i * m + j]' leaves the rows of 'A' that 'A[i * n + j]' implies [rows-disagree] [-Wgpu-tile]
      A[i * m + j] = A[i * n + j];
}
