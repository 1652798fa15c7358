// REQUIRES: nvcc
// RUN: rm -rf %t && %clang -fplugin=%plugin -fplugin-arg-gputile-arch=sm_80,sm_90 -fplugin-arg-gputile-output-dir=%t -c %s -o %t.o 2>&1 | count 0
// RUN: FileCheck %s < %t/arch-nvcc.gputile.c
// CHECK: static const unsigned char gputile_arch_nvcc_f_{{[0-9]+}}_image0[] = {
// CHECK-NEXT: 127,69,76,70,
// CHECK: {"sm_80", 0, gputile_arch_nvcc_f_
// CHECK: {"sm_80", 1, gputile_arch_nvcc_f_
// CHECK: {"sm_90", 0, gputile_arch_nvcc_f_
// CHECK: {"sm_90", 1, gputile_arch_nvcc_f_
void f(int n, double *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = A[i] * 2;
}
