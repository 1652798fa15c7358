// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: %status 1 %gputile --output-dir=%t %s -- -Werror=gpu-tile 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %gputile -q --output-dir=%t %s -- -Wno-gpu-tile 2>&1 | count 0
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+2]]:18: warning: clause 'balance' has no effect with scheme 'parallel' [clause-without-effect] [-Wgpu-tile]
// ERROR: :[[#@LINE+1]]:18: error: clause 'balance' has no effect with scheme 'parallel' [clause-without-effect] [-Werror,-Wgpu-tile]
#pragma gpu_tile balance(on)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
