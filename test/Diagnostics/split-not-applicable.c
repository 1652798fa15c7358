// RUN: mkdir -p %t && not %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void sor(int T, int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'split' cannot be used here (the flow dependence on 'A' joins iterations of the loops inside the outermost one) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split)
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
// CHECK-DAG: :[[#@LINE+2]]:7: note: the write to 'A' is here
// CHECK-DAG: :[[#@LINE+1]]:14: note: the read of 'A' is here
      A[i] = A[i - 1] + A[i + 1];
}

void mirror(int T, int n, double A[T][n]) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'split' cannot be used here (the flow dependence on 'A' reaches arbitrarily far within one iteration of the outermost loop) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split)
  for (int t = 1; t < T; t++)
    for (int i = 0; i < n; i++)
      A[t][i] = A[t - 1][n - 1 - i];
}

void twoNests(int n, double *restrict A, double *restrict B) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'split' cannot be used here (no loop of the region is one of time, in which values travel between neighbours) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split)
  {
    for (int i = 0; i < n; i++)
      A[i] = 0;
    for (int i = 0; i < n; i++)
      B[i] = 0;
  }
}

void noSpace(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'split' cannot be used here (there is no loop inside the outermost one) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}

void narrow(int T, int n, double *restrict A, double *restrict B) {
// CHECK: :[[#@LINE+1]]:9: error: tile size 10 cannot be used: tiles of 8 steps must be at least 14 wide here [bad-tile-size]
#pragma gpu_tile scheme(split) tile(8, 10)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

void four(int T, int n, double A[2][n][n][n][n]) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'split' cannot be used here (more than three nested loops are parallel; use scheme(parallel)) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split)
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          for (int l = 1; l < n - 1; l++)
            A[(t + 1) % 2][i][j][k][l] = A[t % 2][i - 1][j][k + 1][l] + A[t % 2][i][j + 1][k][l - 1];
}

void sums(int T, int n, double *restrict A, double *restrict s) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'split' cannot be used here (the flow dependence on 's' {{.*}}) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(split)
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++)
      s[t] += A[i];
    for (int i = 0; i < n; i++)
      A[i] = A[i] / s[t];
  }
}
