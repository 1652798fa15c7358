// RUN: %gputile %s -- 2>&1 | FileCheck %s
void f(int n) {
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: it contains no statement to execute [empty-region] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    ;
}
