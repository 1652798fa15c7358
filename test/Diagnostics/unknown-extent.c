// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, const int *restrict index, const double *restrict table, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the size of 'table' is not known, and it is read through a subscript that is not affine [unknown-extent] [-Wgpu-tile]
    A[i] = table[index[i]];
}
