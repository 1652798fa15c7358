// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: scheme 'wavefront' cannot be used here (no two nested loops, with nothing but statements inside, can be tiled together; use scheme(parallel)) [scheme-not-applicable] [-Wgpu-tile]
#pragma gpu_tile scheme(wavefront)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
