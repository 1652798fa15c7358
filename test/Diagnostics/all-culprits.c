// One warning for a region, and a note for each other thing in it that keeps it on the CPU.
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
double next(double value);
double last(double value);
void f(int n, double *restrict A, double *restrict B, double (**rows)[2], volatile int *flag) {
  // CHECK: :[[#@LINE+4]]:12: warning: region left on the CPU: call of 'next', whose effects are not known; {{.*}} [unknown-call] [-Wgpu-tile]
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double local = A[i];
    A[i] = next(local);
    // CHECK: :[[#@LINE+1]]:12: note: also: call of 'last', whose effects are not known
    B[i] = last(local) + next(A[i]);
    // CHECK-NOT: note: also: call of 'next'
    for (int j = 0; j < n; j++) {
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: also: pointer 'rows' is used in a way that cannot be followed (its rows consist of arrays)
      rows[i][j][0] = 0;
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: also: '{{.*}}' is volatile or atomic
      flag[j] = 1;
    }
    B[i] = 1;
  }
  // CHECK-NOT: note:
  // CHECK: 1 warning generated.
}
