// What the clause says is compared with what regions do; its errors end the compilation.
// RUN: rm -f %t.o
// RUN: not %clang -fplugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: not ls %t.o
// RUN: %status 1 %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *A, double *B, double *C, int notAnArray) {
// CHECK-DAG: [[#@LINE+2]]:31: error: array 'A' is only copied to the device by clause 'data', but a region writes it and its results would be lost; use 'copy' or 'copyout' [data-copyin-written]
// CHECK-DAG: [[#@LINE+3]]:9: note: the region is here
#pragma gpu_tile data(copyin: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
  }
// Through the exchange of pointers A's memory is written.
// CHECK-DAG: [[#@LINE+2]]:31: error: array 'A' is only copied to the device
// CHECK-DAG: [[#@LINE+1]]:43: warning: array 'B' is only copied from the device
#pragma gpu_tile data(copyin: A, copyout: B)
  {
    for (int t = 0; t < 3; t++) {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        B[i] = A[i] + 1;
      double *old = A;
      A = B;
      B = old;
    }
  }
// CHECK-DAG: [[#@LINE+1]]:42: warning: array 'B' is only copied from the device by clause 'data', but a region reads elements that no region has written; use 'copy' or 'copyin' [data-copyout-read] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
#pragma gpu_tile data(copyin: A copyout: B, C)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      C[i] = A[i] + B[i];
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      B[i] = C[i];
  }
// CHECK-DAG: [[#@LINE+1]]:9: error: '#pragma gpu_tile data' must stand before a block of statements '{ ... }' [data-not-a-block]
#pragma gpu_tile data(copy: A)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// CHECK-DAG: [[#@LINE+1]]:18: error: clause 'data' takes lists of arrays: data(copyin: a, b copyout: c copy: d) [bad-clause-arity]
#pragma gpu_tile data
  {
  }
// CHECK-DAG: [[#@LINE+1]]:23: error: invalid value 'A' for clause 'data'; expected 'copyin:', 'copyout:' or 'copy:' and names, each once [bad-clause-value]
#pragma gpu_tile data(A)
  {
  }
// CHECK-DAG: [[#@LINE+1]]:23: error: invalid value 'present' for clause 'data'
#pragma gpu_tile data(present: A)
  {
  }
// CHECK-DAG: [[#@LINE+1]]:43: error: invalid value 'A' for clause 'data'
#pragma gpu_tile data(copyin: A, copyout: A)
  {
  }
// CHECK-DAG: [[#@LINE+1]]:29: error: invalid value 'nowhere' for clause 'data'; expected an array or a pointer that is declared before the block [bad-clause-value]
#pragma gpu_tile data(copy: nowhere, notAnArray)
  // CHECK-DAG: [[#@LINE-1]]:38: error: invalid value 'notAnArray' for clause 'data'
  {
  }
// CHECK-DAG: [[#@LINE+1]]:32: error: expected no other clause beside 'data' in '#pragma gpu_tile' [expected-token]
#pragma gpu_tile data(copy: A) tile(32)
  {
  }
}
