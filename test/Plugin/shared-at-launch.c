// Tiles that take more shared memory than kernels may declare: the library asks for it, and says so where a device has
// less.
// RUN: %clang -O1 -Wno-unknown-pragmas %s -o %t.plain && %t.plain > %t.expected
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-launch=kernels -O1 %s %link_rt -o %t.kernels
// RUN: %on_cpu %t.kernels 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s < %t.err
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-launch=cooperative -O1 %s %link_rt -o %t.together
// RUN: %on_cpu %t.together 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s < %t.err
// RUN: %on_cpu env GPUTILE_CPU_FAIL=cuFuncSetAttribute:1 %t.kernels 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=FEW < %t.err
#include <stdio.h>

static float u[20][21][100];

// CHECK: gputile: shared_at_launch_{{.*}}: {{[1-9][0-9]*}} launches
// CHECK: gputile: shared_at_launch_{{.*}}: {{[1-9][0-9]*}} launches
// FEW: gputile: a multiprocessor has too little shared memory for kernel 'shared_at_launch_{{.*}}'{{.*}}original loops
// FEW-NOT: launches
static void smooth(int steps, int l) {
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < 20; j++)
        for (int k = 1; k < 99; k++)
          u[i][j][k] = (u[i - 1][j][k] + u[i][j - 1][k] + u[i][j][k - 1] + u[i][j][k + 1] + u[i][j + 1][k] +
                        u[i + 1][j][k]) /
                       6;
}

int main(void) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 21; j++)
      for (int k = 0; k < 100; k++)
        u[i][j][k] = (float)((i * 31 + j * 17 + k * 7) % 29);
  for (int call = 0; call < 2; call++)
    smooth(3 + call, 20);
  for (int i = 0; i < 20; i++)
    printf("%a %a\n", u[i][3][5], u[i][19][98]);
  return 0;
}
