// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+10]]:5: warning: region left on the CPU: call of 'log_value', whose effects are not known; {{.*}} [unknown-call] [-Wgpu-tile]
// CHECK: :[[#@LINE+13]]:{{[0-9]+}}: warning: region left on the CPU: call of 'rand', {{.*}} [unknown-call]
#include <math.h>
#include <stdlib.h>

void log_value(double x);
static inline double half(double x) { return 0.5 * x; }
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    log_value(A[i]);

#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = rand();

  // CHECK-NOT: [unknown-call]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = half(fabs(A[i]));
}
