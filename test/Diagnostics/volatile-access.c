// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
volatile int flag;
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:12: warning: region left on the CPU: 'flag' is volatile or atomic [volatile-access] [-Wgpu-tile]
    A[i] = flag;
}
