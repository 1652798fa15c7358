// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n) {
// CHECK: :[[#@LINE+2]]:3: warning: region left on the CPU: it contains no statement to execute [empty-region] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    ;
}
