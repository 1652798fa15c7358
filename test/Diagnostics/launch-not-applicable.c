// RUN: mkdir -p %t && %gputile --propagate-copies=off --output-dir=%t %s -- 2>&1 | FileCheck %s
void jacobi(int T, int n, double *restrict A, double *restrict B) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: launch 'flags' cannot be used here (the host's loops launch several kernels in turn, which only launch(cooperative) can run in one launch) [launch-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(parallel) launch(flags)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

void paths(int n, int D[n][n]) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: launch 'flags' cannot be used here (a block depends on blocks at varying distances) [launch-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(parallel) launch(flags)
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (D[i][k] + D[k][j] < D[i][j])
          D[i][j] = D[i][k] + D[k][j];
}

void plane(int T, int n, double A[2][n][n]) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: launch 'flags' cannot be used here (split tiles of several dimensions have no flags; use launch(cooperative)) [launch-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split) launch(flags)
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[(t + 1) % 2][i][j] = A[t % 2][i - 1][j] + A[t % 2][i][j + 1];
}
