// Clause independent is believed, and wrong here: two iterations write one element. --check and --race find it.
// RUN: %status 66 %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-race: error: race between lanes of a warp in kernel
// CHECK: gputile-run: MISTAKE FOUND in the program tiled; the clauses that it rests on: independent(b)
// RUN: %status 66 %gputile_run --backend=cpu --race %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=RACE < %t.err
// RACE: gputile-race: error: race between lanes of a warp in kernel
#include <stdio.h>
static void scatter(int n, double *b, const double *x, const int *at) {
#pragma gpu_tile independent(b)
  for (int i = 0; i < n; i++)
    b[at[i]] = x[i];
}
int main(void) {
  double b[40] = {0}, x[40];
  int at[40];
  for (int i = 0; i < 40; i++)
    x[i] = i, at[i] = i;
  at[7] = 29; // As at[29]; the last one wins in both programs, in this order of threads.
  scatter(40, b, x, at);
  printf("%g %g\n", b[7], b[29]);
  return 0;
}
