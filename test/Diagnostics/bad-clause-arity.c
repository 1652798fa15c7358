// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
void f(int n, double *A) {
// CHECK: :[[#@LINE+1]]:18: error: clause 'block' takes one to three sizes: x, y, z [bad-clause-arity]
#pragma gpu_tile block(1, 2, 3, 4)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:18: error: clause 'tile' takes one size per tiled loop, outermost first [bad-clause-arity]
#pragma gpu_tile tile
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:18: error: clause 'fuse' takes one value: 'depth', 'min' or 'max' [bad-clause-arity]
#pragma gpu_tile fuse(min, max)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:18: error: clause 'if' takes one condition [bad-clause-arity]
#pragma gpu_tile if()
  for (int i = 0; i < n; i++) A[i] = 0;
}
