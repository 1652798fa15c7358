// The last line says what was written and what was left, whatever warnings are on.
// RUN: rm -rf %t && mkdir %t && cp %s %t/heat.c && cp %S/Inputs/scale.c %t && cd %t && %gputile heat.c -- -w 2>&1 | FileCheck %s --check-prefix=SOME
// SOME-NOT: warning
// SOME: gputile: 2 of 3 regions run on the GPU; wrote heat.gputile.c and heat.gputile.cu; 1 left: 1 unknown-call
// SOME-NOT: {{.}}
// RUN: ls %t/heat.gputile.c %t/heat.gputile.cu
// RUN: cd %t && %gputile --output-dir=out heat.c scale.c -- -w 2>&1 | FileCheck %s --check-prefix=FILES
// FILES: gputile: 3 of 4 regions run on the GPU; wrote out/heat.gputile.c, out/heat.gputile.cu, out/scale.gputile.c and out/scale.gputile.cu; 1 left: 1 unknown-call
// RUN: cd %t && %gputile --output-dir=out heat.c -- -w -DONE 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: gputile: 1 of 1 region runs on the GPU; wrote {{[^;]*$}}
// RUN: cd %t && %gputile heat.c -- -DLEFT 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: warning: {{.*}} [unknown-call]
// LEFT: gputile: 0 of 3 regions run on the GPU; wrote nothing; 3 left: 2 unknown-call, 1 loop-form
// RUN: cd %t && %gputile heat.c -- -DNONE 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: gputile: no region to transform; wrote nothing
// Nothing is written where there are errors.
// RUN: cd %t && %status 1 %gputile heat.c -- -Werror=gpu-tile 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: gputile: 0 of 3 regions run on the GPU; wrote nothing; 3 left: 1 unknown-call
// RUN: cd %t && %gputile -q heat.c -- -w 2>&1 | count 0
// RUN: cd %t && %gputile --quiet heat.c -- -w 2>&1 | count 0
double next(double value);
void f(int n, double *restrict A) {
#if !defined(LEFT) && !defined(NONE)
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
#ifndef ONE
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 1;
#endif
#endif
#if !defined(ONE) && !defined(NONE)
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = next(A[i]);
#endif
#ifdef LEFT
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = next(A[i]);
#pragma gpu_tile
  for (int i = 1; i < n; i *= 2)
    A[i] = 1;
#endif
}
