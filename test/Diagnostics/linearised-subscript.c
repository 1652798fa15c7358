// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      // CHECK: :[[#@LINE+1]]:28: warning: region left on the CPU: subscript 'i * n' of 'A' multiplies an iterator by a variable, {{.*}} [linearised-subscript] [-Wgpu-tile]
      A[(unsigned short)(i * n + j)] = 0;
}
