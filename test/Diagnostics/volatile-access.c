// RUN: %gputile %s -- 2>&1 | FileCheck %s
volatile int flag;
_Atomic int counter;
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:12: warning: region left on the CPU: 'flag' is volatile or atomic [volatile-access] [-Wgpu-tile]
    A[i] = flag;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'counter' is volatile or atomic [volatile-access] [-Wgpu-tile]
    counter += i;
}
