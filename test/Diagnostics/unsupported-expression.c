// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
#include <stdlib.h>
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: {{.*}} is not supported inside a region [unsupported-expression] [-Wgpu-tile]
    A[i] = ({ double x = A[i]; x + x; });
}
void ended(int n, double *restrict A, const int *restrict k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (k[i] < 0)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'exit', which ends the program where data says so, is not supported inside a region [unsupported-expression] [-Wgpu-tile]
      exit(k[i]);
    A[i] = k[i];
  }
}
void quotient(int n, double _Complex *a, const double _Complex *b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the quotient of complex numbers is not supported inside a region [unsupported-expression] [-Wgpu-tile]
    a[i] = a[i] / b[i];
}
