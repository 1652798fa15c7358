// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
// RUN: %status 1 %clang -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s
void f(int n, double *A) {
// CHECK: :[[#@LINE+2]]:18: error: unknown clause 'tyle' in '#pragma gpu_tile' [unknown-clause]
// CHECK: note: did you mean 'tile'?
#pragma gpu_tile tyle(32)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// CHECK: :[[#@LINE+2]]:18: error: unknown clause 'vectorise' in '#pragma gpu_tile' [unknown-clause]
// CHECK-NOT: note:
#pragma gpu_tile vectorise(32)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// Clauses that other languages of directives have, and gputile does not.
// CHECK: :[[#@LINE+3]]:18: error: unknown clause 'assume' in '#pragma gpu_tile' [unknown-clause]
// CHECK: :[[#@LINE+2]]:33: error: unknown clause 'noalias' in '#pragma gpu_tile' [unknown-clause]
// CHECK: :[[#@LINE+1]]:41: error: unknown clause 'collapse' in '#pragma gpu_tile' [unknown-clause]
#pragma gpu_tile assume(n >= 4) noalias collapse(2)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
