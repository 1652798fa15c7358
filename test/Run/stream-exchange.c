// What warps of a block hand on to one another of planes, and mistakes in it: without the barrier, or with one slot for
// the rows of all planes, there is a race; from another lane, or of another row, lanes get other values.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,8 --block=64 %s --
// RUN: %clang -iquote %S -O1 -c %t/stream-exchange.gputile.c -o %t/host.o
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %t/stream-exchange.gputile.cu -o %t/good.o
// RUN: %clangxx %t/good.o %t/host.o %race_object -o %t/good
// RUN: env GPUTILE_CPU_ORDER=reverse %t/good > %t/good.txt
// RUN: env GPUTILE_DISABLE=1 %t/good | diff - %t/good.txt

// RUN: sed '/^ *__syncthreads();$/d' %t/stream-exchange.gputile.cu > %t/barrier.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %t/barrier.cu -o %t/barrier.o
// RUN: %clangxx %t/barrier.o %t/host.o %race_object -o %t/barrier
// RUN: sh -c '%t/barrier; test $? = 66' 2>&1 | FileCheck --check-prefix=RACE %s
// RUN: sed 's/turn % 2/turn % 1/' %t/stream-exchange.gputile.cu > %t/slot.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -g -O1 -fsanitize=thread -c %t/slot.cu -o %t/slot.o
// RUN: %clangxx %t/slot.o %t/host.o %race_object -o %t/slot
// RUN: sh -c '%t/slot; test $? = 66' 2>&1 | FileCheck --check-prefix=RACE %s
// RACE: gputile-race: error: race

// RUN: sed 's/gpt_max(lane_y - 1, 0)/gpt_max(lane_y - 2, 0)/' %t/stream-exchange.gputile.cu > %t/lane.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/lane.cu -o %t/lane.o
// RUN: %clangxx %t/lane.o %t/host.o -o %t/lane
// RUN: sh -c '%t/lane | cmp - %t/good.txt; test $? = 1'
// RUN: sed 's/\[lane_below\] + 1/[lane_below]/' %t/stream-exchange.gputile.cu > %t/row.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/row.cu -o %t/row.o
// RUN: %clangxx %t/row.o %t/host.o -o %t/row
// RUN: sh -c '%t/row | cmp - %t/good.txt; test $? = 1'

#include <stdio.h>

enum { N = 12, M = 40, L = 40 };
static float A[N][M][L], B[N][M][L];

int main(void) {
  for (int i = 0; i < N * M * L; i++)
    A[0][0][i] = 0.01f * (float)(i * 7 % 13);
#pragma gpu_tile
  for (int t = 0; t < 4; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < L - 1; k++)
          B[i][j][k] = 0.2f * (A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + 2 * A[i][j + 1][k] + A[i][j][k - 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < L - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
  double sum = 0;
  for (int i = 0; i < N * M * L; i++)
    sum += A[0][0][i] * (i % 7);
  printf("%.17g\n", sum);
  return 0;
}
