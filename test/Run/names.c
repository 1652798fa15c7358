// Parameters and arrays with the names that generated code gives its own variables.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 3 regions equal bit for bit, same output
#include <stdio.h>

#define N 40
static int data[2 * N], other[3 * N];

static void sizes(int size, int *array, int *from, int region, int status, int run) {
#pragma gpu_tile
  for (int i = 0; i < size; i++)
    array[2 * i] = from[i + status] + region + run;
}

static void launches(int grid, int *block, int *size, int largest, int narrow) {
#pragma gpu_tile
  for (int i = 0; i < grid; i++)
    block[2 * i] = size[i + largest] * narrow;
}

static void histogram(int size, int *stream, int *tile) {
#pragma gpu_tile
  for (int i = 0; i < size; i++)
    other[(tile[i] * size) % N & N - 1] += stream[i];
}

int main(void) {
  for (int i = 0; i < 3 * N; i++)
    other[i] = i * i;
  sizes(N, data, other, 5, 2, 1);
  launches(N / 2, data, other, 3, 7);
  histogram(N, data, data + N);
  for (int i = 0; i < N; i++)
    printf("%d %d %d\n", data[i], data[N + i], other[i]);
}
