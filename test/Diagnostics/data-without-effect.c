// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t/data-without-effect.gputile.c
// TEXT: #pragma gpu_tile data(copy: A)
void f(int n, double *A) {
// CHECK: :[[#@LINE+1]]:18: warning: clause 'data' has no effect in generated files; compile with the plugin to keep arrays on the device [data-without-effect] [-Wgpu-tile]
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
  }
}
