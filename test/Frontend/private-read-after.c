// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
static double scratch[100], carried;
double f(int n, double A[restrict 100], double B[restrict 100]) {
  double x = 0, y;
// CHECK: :[[#@LINE+1]]:26: warning: region left on the CPU: private variable 'x', which may be read after the region, is not supported inside a region [unsupported-expression] [-Wgpu-tile]
#pragma gpu_tile private(x)
  for (int i = 0; i < n; i++) {
    x = A[i];
    B[i] = x * x;
  }
// The loop stays sequential: an iteration reads what the one before has left.
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: {{.*}}[no-parallelism]
#pragma gpu_tile private(carried)
  for (int i = 1; i < n; i++) {
    B[i] = carried;
    carried = carried * A[i];
  }
// CHECK-NOT: warning:
#pragma gpu_tile private(y) lastprivate(scratch)
  for (int i = 0; i < n; i++) {
    y = A[i];
    scratch[i] = y * y;
  }
// CHECK: 1 of 3 regions
  return x + scratch[n - 1];
}
