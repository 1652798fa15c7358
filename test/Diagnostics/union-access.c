// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
union bits {
  float f;
  unsigned u;
};
void f(int n, union bits *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: '{{.*}}' is a union; its members share memory [union-access] [-Wgpu-tile]
    b[i].u ^= 0x80000000u;
}
