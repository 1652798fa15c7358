// A grid holds 65,535 blocks along y. The kernel is launched again for the rest, with the number of the first block.
// RUN: %gputile_run --backend=cpu --check --scheme=parallel %s 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile --scheme=parallel --output-dir=%t %s -- && FileCheck %s < %t/many-blocks.gputile.cu
// RUN: %clang -O1 -fplugin=%plugin -fplugin-arg-gputile-scheme=parallel %s %link_rt -o %t/program
// RUN: env GPUTILE_DISABLE=1 %t/program > %t/expected
// RUN: %on_cpu %t/program 2> %t/err | cmp - %t/expected
// RUN: FileCheck %s --check-prefix=TWICE < %t/err
// TWICE: many-blocks.c:[[#@LINE+7]]: gputile: many_blocks_main_[[#@LINE+7]]: 2 launches
#include <stdio.h>

enum { N = 140000 };
static int A[N][2];

int main(void) {
#pragma gpu_tile tile(2, 2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 2; j++)
      A[i][j] = 3 * i + j;
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += (long)(i % 7 + 1) * A[i][i & 1];
  printf("sum %ld\n", sum);
  return 0;
}

// CHECK: {{^}}  const I b0 = b0_first + (I)blockIdx.y;
// CHECK-NEXT: {{^}}  const I b1 = b1_first + (I)blockIdx.x;
// CHECK: const long long b0_begin = 0;
// CHECK: for (long long b0_first = b0_begin; b0_first < b0_begin + b0_count; b0_first += run.mostYZ) {
// CHECK-NEXT: const dim3 grid(gpt_grid_x(b1_count), run.gridYZ(b0_begin + b0_count - b0_first));

// SAME: SAME: 1 region
