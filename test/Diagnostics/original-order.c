// A search for a schedule that fails says so, and why, before what follows from it.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -c -o %t.o %s 2>&1 | FileCheck %s
// QUIET-NOT: {{\[}}original-order
void f(double *restrict A, double *restrict B) {
// CHECK: :[[#@LINE+2]]:9: remark: the iterations keep their original order: no order of the statements keeps the dependences of every iteration [original-order] [-{{Rgpu-tile|fplugin-arg-gputile-remarks}}]
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel' [no-parallelism] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
#pragma gpu_tile
  for (int c = 0; c < 2; c++) {
    A[c] = c;
    B[c] = A[1 - c];
  }
}
// A search that succeeds says nothing, also where nothing is parallel.
// CHECK-NOT: {{\[}}original-order
void g(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    A[i] = A[i - 1] + A[i];
}
