// A region runs on where data has ended the program: no loop may depend on its end.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
#include <assert.h>
#include <stdlib.h>

void newton(int n, double *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double x = a[i];
    int rounds = 0;
    while (x * x > 2) {
      if (++rounds > 100)
        abort(); // CHECK-DAG: [[#@LINE]]:9: warning: region left on the CPU: the end of the program beside a loop that may not end without it is not supported
      x = 0.5 * (x + 2 / x);
    }
    a[i] = x;
  }
}
void steps(int n, int *restrict a, const int *restrict step) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(step[i] > 0); // CHECK-DAG: [[#@LINE]]:{{[0-9]+}}: warning: region left on the CPU: 'assert' beside a loop that may not end without it
    int k = 0;
    do
      k += step[i];
    while (k < 100);
    a[i] = k;
  }
}
void halves(int n, int *restrict a, const int *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int k = b[i]; k > 1; k -= k / 2) {
      assert(k < 1000); // CHECK-DAG: [[#@LINE]]:{{[0-9]+}}: warning: region left on the CPU: 'assert' beside a loop that may not end without it
      count++;
    }
    a[i] = count;
  }
}
void moved(int n, int *restrict a, const int *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int count = 0, end = b[i];
    for (int k = 0; k < end; k++) {
      assert(k < 1000); // CHECK-DAG: [[#@LINE]]:{{[0-9]+}}: warning: region left on the CPU: 'assert' beside a loop that may not end without it
      count += end++ > 5;
    }
    a[i] = count;
  }
}
// Where parameters decide, the loops do not run on the GPU.
void known(int n, int m, int *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(i < m);
    int k = a[i];
    while (k > 10)
      k /= 3;
    a[i] = k;
  }
}
// CHECK: 1 of 5 regions run on the GPU
