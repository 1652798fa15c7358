// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
void f(int n, double *A) {
// CHECK: :[[#@LINE+2]]:27: error: clause 'tile' is given twice [duplicate-clause]
// CHECK: :[[#@LINE+1]]:18: note: the first 'tile' clause is here
#pragma gpu_tile tile(32) tile(16)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
