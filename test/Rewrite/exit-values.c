// An iterator declared outside of the region has its final value after it.
// RUN: rm -rf %t && mkdir %t && %gputile --output-dir=%t %s --
// RUN: FileCheck %s < %t/exit-values.gputile.c
// RUN: %gputile_run --backend=cpu --check %s --args 7
// RUN: %gputile_run --backend=cpu --check %s --args 0 || %gputile_run --backend=cpu %s --args 0 | grep "i 0 j 99"
// CHECK: if (gputile_{{.*}}) == 0) { {{.*}}i = {{.*}} }
#include <stdio.h>
#include <stdlib.h>

static double A[100][100];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  int i = 98, j = 99;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      A[i][j] = i + j;
  printf("i %d j %d\n", i, j);
  return 0;
}
