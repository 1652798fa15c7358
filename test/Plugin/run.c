// A region is replaced while Clang compiles the file. The program is the user's own
// where there is no GPU, and runs kernels where there is a backend; both print the same.
// RUN: %clang -O2 %s -o %t.plain -Wno-unknown-pragmas
// RUN: %clang -fplugin=%plugin -O2 -Wall -Wextra -Wpedantic -Werror %s %link_rt -o %t
// RUN: %t.plain > %t.expected
// RUN: env GPUTILE_DISABLE=1 %t 2>&1 | cmp - %t.expected
// RUN: %on_cpu %t 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=RAN < %t.err
// RAN: run.c:[[#@LINE+7]]: gputile: run_smooth_[[#@LINE+7]]: 2 launches
// The object runs without the library's device, and says so once.
// RUN: env GPUTILE_BACKEND=cpu GPUTILE_CPU_LIBRARY=/nowhere/lib.so %t 2> %t.none | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=NONE < %t.none
// NONE: run.c:[[#@LINE+3]]: gputile: {{.*}}; the original loops of all regions run
// NONE-NOT: gputile
void smooth(int steps, int n, float *A, float *B) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

#include <stdio.h>
int main(void) {
  static float A[1000], B[1000];
  for (int i = 0; i < 1000; i++)
    A[i] = (float)(i % 17);
  for (int call = 0; call < 2; call++)
    smooth(10, 1000, A, B);
  for (int i = 0; i < 1000; i++)
    printf("%a\n", (double)A[i]);
  return 0;
}
