// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, const int *key, int H[100]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: write to 'H' through a subscript that is not affine; clause 'independent(H)' says that different iterations write different elements [indirect-write] [-Wgpu-tile]
    H[key[i]] = i;
}
