// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
void f(int n, const int *restrict use, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (use[i])
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: 'A' is accessed only where data says so; {{.*}} [conditional-extent] [-Rgpu-tile]
      A[i] = 0;
}
