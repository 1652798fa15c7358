// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(unsigned n, double *restrict A) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      // CHECK: :[[#@LINE+1]]:11: warning: region left on the CPU: subscript 'i * n' of 'A' multiplies an iterator by a variable, {{.*}} [linearised-subscript] [-Wgpu-tile]
      A[i * n + j] = 0;
}
