// Threads that exchange values through global memory, because a tile is too large for shared memory,
// get no restrict pointer: the compiler could keep what another thread has changed.
// RUN: mkdir -p %t && %gputile --launch=kernels --output-dir=%t %s -- -std=c11
// RUN: FileCheck %s --input-file=%t/exchange.gputile.cu
void solve(int steps, int n, double *a) {
// CHECK: exchange_solve_{{[0-9]+}}_k0(double *__restrict__ a
#pragma gpu_tile scheme(wavefront) tile(4, 64)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
// CHECK: exchange_solve_{{[0-9]+}}_k0(double *a
// CHECK-NOT: GPUTILE_SHARED
// CHECK: __syncthreads();
#pragma gpu_tile scheme(wavefront) tile(4, 65536)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}

// Barriers for what is fetched do not mean that threads read what others have written: each reads its own.
void sweep(int n, double p[n][n], double v[n][n]) {
// CHECK: exchange_sweep_{{[0-9]+}}_k0(double *__restrict__ p, const double *__restrict__ v
// CHECK: GPUTILE_SHARED(double, s_v
// CHECK: __syncthreads();
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p[i][0] = 0;
    for (int j = 1; j < n; j++)
      p[i][j] = v[i][j] / (4 - p[i][j - 1]);
  }
}
