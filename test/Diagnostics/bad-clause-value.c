// RUN: %status 1 %gputile %s -- 2>&1 | FileCheck %s
enum { Wide = 32 };
void f(int n, double *A) {
// CHECK: :[[#@LINE+1]]:25: error: invalid value 'diamond' for clause 'scheme'; expected 'auto', 'parallel', 'wavefront', 'split' or 'stream' [bad-clause-value]
#pragma gpu_tile scheme(diamond)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:27: error: invalid value '0' for clause 'tile'; expected an integer constant from 1 to 1048576 [bad-clause-value]
#pragma gpu_tile tile(32, 0)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:23: error: invalid value '-4' for clause 'tile'; {{.*}} [bad-clause-value]
#pragma gpu_tile tile(-4)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:23: error: invalid value 'n' for clause 'tile'; {{.*}} [bad-clause-value]
#pragma gpu_tile tile(n)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:26: error: invalid value 'Wide / 8 - 4' for clause 'block'; {{.*}} [bad-clause-value]
#pragma gpu_tile block(8,Wide / 8 - 4)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:23: error: invalid value '2.0 * Wide' for clause 'tile'; {{.*}} [bad-clause-value]
#pragma gpu_tile tile(2.0 * Wide)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:28: error: in clause 'tile': use of undeclared identifier 'm' [clause-expression]
#pragma gpu_tile tile(32 + m)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:25: error: invalid value 'overlap' for clause 'scheme'; expected 'auto', 'parallel', 'wavefront', 'split' or 'stream' [bad-clause-value]
#pragma gpu_tile scheme(overlap)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:21: error: invalid value 'fast' for clause 'fp'; expected 'exact', 'contract' or 'reassociate' [bad-clause-value]
#pragma gpu_tile fp(fast)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:25: error: invalid value 'gtx480' for clause 'device'; expected 'a100', 'c1060', 'c2050', 'h100', 'h200', 'rtx4090' or 'v100' [bad-clause-value]
#pragma gpu_tile device(gtx480)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:25: error: invalid value 'native' for clause 'device'; expected {{.*}} [bad-clause-value]
#pragma gpu_tile device(native)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:25: error: invalid value '"h100.json"' for clause 'device'; expected {{.*}} [bad-clause-value]
#pragma gpu_tile device("h100.json")
  for (int i = 0; i < n; i++) A[i] = 0;
}
