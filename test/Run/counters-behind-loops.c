// Counters that are read behind their loops, in subscripts, bounds and values.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 --args 40 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 --args 0 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>
static int A[64], B[64][64];
static void first_free(int n) {
  int i;
#pragma gpu_tile
  {
    for (i = 0; i < n; i++)
      A[i] = i;
    A[i] = 7 * i;
  }
}
static void ends_of_rows(int n) {
  int i, j;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++)
      B[i][j] = i + j;
    B[i][j] = -j;
  }
}
static void steps(int n) {
  int i, j;
#pragma gpu_tile
  {
    for (i = 1; i < n; i += 3)
      A[i] += 2;
    for (j = 0; j < i; j++)
      A[j] += 3;
  }
}
static void down(int n) {
  int i;
#pragma gpu_tile
  {
    for (i = n; i > 3; i--)
      A[i] += 5;
    A[i] += 100;
  }
}
static int used_again(int n) {
  int i;
#pragma gpu_tile
  {
    for (i = 0; i < n; i++)
      A[i] *= 2;
    A[i + 1] = i;
    for (i = 2; i < n - 4; i++)
      A[i] -= 1;
    A[0] += i;
  }
  return i;
}
static void columns(int n) {
  int i, j;
#pragma gpu_tile
  for (j = 0; j < n; j++) {
    for (i = 0; i < n; i++)
      B[i][j] += 1;
    B[i][j] = B[i - 1 < 0 ? 0 : i - 1][j] + 1;
  }
}
int main(int argc, char **argv) {
  const int n = atoi(argv[argc - 1]);
  first_free(n);
  ends_of_rows(n);
  steps(n);
  down(n);
  columns(n);
  printf("%d\n", used_again(n));
  for (int i = 0; i < 64; i++)
    printf("%d %d ", A[i], B[i][i / 2] + B[40][i]);
  printf("\n");
}
