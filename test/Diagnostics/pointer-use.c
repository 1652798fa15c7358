// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict p) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer '{{.*}}' is used in a way that cannot be followed ({{.*}}) [pointer-use] [-Wgpu-tile]
    *p++ = 0;
}
