// C++'s assert is a conditional expression.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
#include <cassert>
void asserted(int n, double *__restrict A, const int *__restrict k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'assert(k[i] > 0)', which -DNDEBUG removes, is not supported inside a region [unsupported-expression] [-Wgpu-tile]
    assert(k[i] > 0);
    A[i] = k[i];
  }
}
