// RUN: rm -rf %t && mkdir %t && %gputile --fail-in=verify --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: ls %t | count 0
void f(int T, int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:9: warning: clause 'false_deps(remove)' has no effect: the program with copies of arrays could not be proved equal to the original (as --fail-in asks) [copies-not-proved] [-Wgpu-tile]
#pragma gpu_tile scheme(wavefront) false_deps(remove)
  for (int t = 0; t < T; t++)
    for (int i = 0; i < n; i++)
      A[i] = 0.5 * (A[i] + A[i + 1]);
}
// CHECK: :[[#@LINE-5]]:9: warning: region left on the CPU: the transformed program could not be proved equal to the original (as --fail-in asks); please report this [verification-failed] [-Wgpu-tile]
void g(int T, int n, double *restrict A) {
// CHECK-NOT: has no effect
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < T; t++)
    for (int i = 0; i < n; i++)
      A[i] = 0.5 * (A[i] + A[i + 1]);
}
