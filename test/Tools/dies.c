// --check says which signal ended a program.
// RUN: %status 139 %gputile_run --backend=cpu %s --args always 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: gputile-run: the program was ended by SIGSEGV (11)
// RUN: %status 67 %gputile_run --backend=cpu --check %s --args always 2>&1 | FileCheck %s --check-prefix=ALWAYS
// ALWAYS: gputile-run: NOT CHECKED: the original program was ended by SIGSEGV (11)
// RUN: %status 65 %gputile_run --backend=cpu --check %s -- -DTILED_DIES 2>&1 | FileCheck %s --check-prefix=TILED
// TILED: gputile-run: DIFFERENT: the program with comparisons inside was ended by SIGABRT (6), the original ended with exit status 0
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  double A[100];
#ifdef TILED_DIES
  if (!strstr(argv[0], "original"))
    abort();
#endif
#pragma gpu_tile
  for (int i = 0; i < 100; i++)
    A[i] = i;
  if (argc > 1)
    raise(SIGSEGV);
  return A[99] != 99;
}
