// Once for each function and file, where a region becomes code.
// RUN: %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s --implicit-check-not=[math-not-exact]
// RUN: %clang -fplugin=%plugin -c -o %t.o %s 2>&1 | FileCheck %s --implicit-check-not=[math-not-exact]
#include <math.h>
double unknown(double x);
void f(int n, double *restrict A, float *restrict B) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:12: warning: 'exp' may round differently on a GPU than in the host's library, and results may differ in their last bits; clause 'fp(contract)' accepts that [math-not-exact] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
    A[i] = exp(A[i]);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = exp(A[i] + 1);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:12: warning: 'sinf' may round differently {{.*}} [math-not-exact]
    B[i] = sinf(B[i]);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = sqrt(A[i]);
  // CHECK-NOT: clause 'fp' has no effect
#pragma gpu_tile fp(contract)
  for (int i = 0; i < n; i++)
    A[i] = pow(A[i], 2.5);
  // CHECK: [unknown-call]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = unknown(cos(A[i]));
}
