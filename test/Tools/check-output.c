// Where the output differs is shown; this program prints what is another in each run.
// RUN: %status 65 %gputile_run --check --backend=cpu %s 2>&1 | FileCheck %s --check-prefix=LINE
// LINE: gputile: checked 1 region executions, all equal
// LINE: gputile-run: DIFFERENT: the output of the program with comparisons inside is not the original's: line 2 is '\t{{.+}}', not '\t{{.+}}'{{$}}

// RUN: %status 65 %gputile_run --check --backend=cpu %s -- -DSHORT 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: gputile-run: DIFFERENT: the output of the program with comparisons inside is not the original's: line 2 is 'more' without an end, not missing{{$}}

// RUN: %status 65 %gputile_run --check --backend=cpu %s -- -DLONG 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: gputile-run: DIFFERENT: the output of the program with comparisons inside is not the original's: line 2 is 'aaa{{a*}}…' without an end, not missing{{$}}
#include <stdio.h>
#include <string.h>

static int a[100];

int main(int argc, char **argv) {
  const int checks = strstr(argv[0], "check") != 0;
#pragma gpu_tile
  for (int i = 0; i < 100; i++)
    a[i] = i;
  printf("%d\n", a[99]);
#if defined(SHORT)
  printf(checks ? "more" : "");
#elif defined(LONG)
  for (int i = 0; checks && i < 200; i++)
    printf("a");
#else
  printf("\t%s\n", argv[0]);
#endif
  return 0;
}
