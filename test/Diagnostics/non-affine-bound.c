// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, const int *row, const double *v, double *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'row[i{{.*}}]' is not an affine expression {{.*}} [non-affine-bound] [-Wgpu-tile]
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += v[k];
}
