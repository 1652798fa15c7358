// Kernels can be compiled with the program, where nvcc is installed.
// RUN: env PATH=/nowhere CUDA_HOME=/nowhere %clang -fplugin=%plugin -fplugin-arg-gputile-arch=sm_1 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: warning: kernels are not compiled ahead for 'sm_1': {{.*}} [image-not-compiled]
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=CALL
// CALL: gputile_rt_begin
void f(int n, double *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = A[i] * 2;
}
