// Loops whose heads, or that as a whole, come from macros.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <stdio.h>
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define ALL(i, n, body) FOR(i, n) { body }
#define LOOP for
#define EMPTY_AFTER(i) { B[i] += 1; }
static double A[50][50], B[50];
int main(void) {
#pragma gpu_tile
  FOR(i, 50) FOR(j, 40) A[i][j] = i + j;
#pragma gpu_tile
  LOOP (int i = 0; i < 50; i++) EMPTY_AFTER(i)
#pragma gpu_tile
  ALL(i, 50, B[i] += A[i][3] * 2; FOR(j, 20) A[i][j] += B[i];)
  if (B[3] > 5)
#pragma gpu_tile
    FOR(i, 50) { B[i] += 2; }
  else
    B[0] = 0;
  double sum = 0;
  FOR(i, 50) sum = sum * .99 + B[i] + A[i][i];
  printf("%.17g\n", sum);
}
