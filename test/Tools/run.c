// gputile-run executes the generated code and says what it compared.
// RUN: %gputile_run --backend=cpu --check %s --args 37 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=VERDICT < %t.err
// CHECK: sum {{[0-9]+}}
// VERDICT: gputile-run: SAME: 1 region equal bit for bit, same output (cpu, 1 execution; tiles: 0 full, 1 partial, 0 looped over)
// RUN: %gputile_run --backend=cpu --check --race --order=reverse %s --args 37 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: gputile-run: SAME: 1 region equal bit for bit, same output (cpu, 1 execution; tiles: {{.*}}, no races)
// RUN: %gputile_run --backend=cpu --order=random:3 %s --args 37 | FileCheck %s
// RUN: %gputile_run --backend=cpu --asan %s --args 37 | FileCheck %s
// RUN: %gputile_run --backend=host %s --args 37 | FileCheck %s
// The program's own exit status comes through.
// RUN: %status 3 %gputile_run --backend=cpu --check %s --args 37 3 2>&1 | FileCheck %s --check-prefix=VERDICT
// RUN: %status 67 %gputile_run --backend=cpu --check %s -- -DREFUSED --args 37 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED: gputile-run: NOT CHECKED: no region was transformed
// RUN: %status 1 %gputile_run --backend=cpu %s -- -DBROKEN
// Kernels are compiled and linked with further arguments.
// RUN: env 'GPUTILE_CPU_CXXFLAGS= -DGPUTILE_KNOWN  -Werror=macro-redefined -D__device__=x' %status 1 %gputile_run --backend=cpu %s 2>&1 | FileCheck %s --check-prefix=COMPILED
// COMPILED: error: '__device__' macro redefined
// RUN: env GPUTILE_CPU_CXXFLAGS=-Wl,--no-such-option %status 1 %gputile_run --backend=cpu %s 2>&1 | FileCheck %s --check-prefix=LINKED
// LINKED: unrecognized option '--no-such-option'
#include <stdio.h>
#include <stdlib.h>

#ifdef BROKEN
#error broken
#endif

static double A[1000], B[1000];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 10;
  for (int i = 0; i < n; i++)
    A[i] = i;
#ifdef REFUSED
#pragma gpu_tile scheme(wavefront)
#else
#pragma gpu_tile
#endif
  for (int i = 0; i < n; i++)
    B[i] = 2 * A[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += B[i];
  printf("sum %.0f\n", sum);
  return argc > 2 ? atoi(argv[2]) : 0;
}
