// RUN: mkdir -p %t && %gputile --output-dir=%t --fuse=min %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile --output-dir=%t --remarks=on %s -- 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %gputile --quiet --output-dir=%t %s -- 2>&1 | count 0
void f(int n, double A[n][n]) {
// CHECK: :[[#@LINE+2]]:9: remark: region runs on the GPU: scheme parallel (model), fuse min (option), 1 kernel; {{.*}}: tile 16x32 (clause), block {{.*}} (model), 0 bytes of shared memory [region-transformed] [-Rgpu-tile]
// REMARK: :[[#@LINE+1]]:9: remark: region runs on the GPU: scheme parallel (model), fuse depth (model), 1 kernel;
#pragma gpu_tile tile(16, 32)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}
