// RUN: mkdir -p %t && %status 1 %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
static double scratch[100];
void g(void) {
// CHECK: :[[#@LINE+1]]:18: error: clause 'private' takes names of variables [bad-clause-arity]
#pragma gpu_tile private
  for (int i = 0; i < 9; i++)
    scratch[i] = 0;
// CHECK: :[[#@LINE+1]]:29: error: invalid value '2' for clause 'private'; expected names of variables [bad-clause-value]
#pragma gpu_tile private(g, 2)
  for (int i = 0; i < 9; i++)
    scratch[i] = 0;
}
void h(int n, double A[restrict 100]) {
// CHECK: :[[#@LINE+1]]:34: error: invalid value 'z' for clause 'firstprivate'; expected the name of a scalar or array [bad-clause-value]
#pragma gpu_tile firstprivate(n, z)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// CHECK: :[[#@LINE+1]]:26: error: invalid value 'A' for clause 'private'; expected the name of a scalar or array [bad-clause-value]
#pragma gpu_tile private(A)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
