// Operations on large numbers take long. Processor time is limited, too.
// RUN: mkdir -p %t && %gputile --max-seconds=0.05 --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: %status 2 %gputile --max-seconds=-1 %s -- 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: %status 2 %gputile --max-seconds=soon %s -- 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: gputile: error: option '--max-seconds': {{.*}}a number of seconds
void f(int n, int steps, double A[n][n][n], double B[n][n][n]) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: gave up during {{.*}} after {{[0-9.]+}} s of processor time{{( in all)?}}; mark fewer loops, or raise the limit with --max-seconds [analysis-too-expensive] [-Wgpu-tile]
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          B[i][j][k] = A[i][j][k] + A[i - 1][j][k] + A[i][j + 1][k] + A[i][j][k - 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}
