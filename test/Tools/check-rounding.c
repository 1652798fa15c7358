// Sums that a clause lets be added up in another order are compared up to rounding, and so is what is
// computed from them; all else bit for bit.
// RUN: %gputile_run --check --backend=cpu %s 2>&1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: gputile: checked 2 region executions, all equal
// EQUAL-NEXT: gputile: rounded differently, as clauses allow: 2 elements, by up to {{[1-9].*}}e-1{{[3-9]}} of the value
// EQUAL: gputile-run: SAME: 2 regions equal but for rounding that clauses allow: 2 elements, by up to {{.*}} of the value, same output

// RUN: %status 65 %gputile_run --check --tolerance=0 --backend=cpu %s 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: check-rounding.c:[[#@LINE+35]]: {{s|mean}}: tiled {{.*}}, original {{.*}}; too far apart for rounding, see --tolerance
// BITS: gputile-run: DIFFERENT: a region does not compute what its loops do

// The program prints what rounding changed.
// RUN: %status 65 %gputile_run --check --backend=cpu %s -- -DDIGITS=17 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: gputile-run: DIFFERENT: the output of the program tiled is not the original's: line 1 is '10.16{{.*}}', not '10.16{{.*}}'; rounded differently, as clauses allow: 2 elements, by up to

// 1e8f + 1 + 1 + … loses every 1; partial sums do not. That is no rounding in the last bits.
// RUN: %status 65 %gputile_run --check --backend=cpu %s -- -DFIRST=1e8f 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: check-rounding.c:[[#@LINE+34]]: f: tiled 100065536 {{.*}}, original 100000000 {{.*}}; too far apart for rounding, see --tolerance
// RUN: %gputile_run --check --tolerance=0.01 --backend=cpu %s -- -DFIRST=1e8f -DDIGITS=1 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: gputile-run: SAME: 2 regions equal but for rounding that clauses allow: 3 elements, by up to 0.00065 of the value, same output

// RUN: %status 2 %gputile_run --check --tolerance=much %s 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: gputile-run: error: invalid value 'much' for --tolerance; see --help
// RUN: %status 2 %gputile_run --tolerance=0 %s 2>&1 | FileCheck %s --check-prefix=CHECK
// CHECK: gputile-run: error: --tolerance needs --check; see --help
#include <stdio.h>
#ifndef DIGITS
#define DIGITS 6
#endif
#ifndef FIRST
#define FIRST 0
#endif
enum { N = 65536 };
static double a[N], b[N];
static float ones[N];

int main(void) {
  double s = 0, mean = 0;
  float f = FIRST;
  for (int i = 0; i < N; i++) {
    a[i] = 1.0 / (i + 3);
    ones[i] = 1;
  }
#pragma gpu_tile reduction(+: s)
  {
    for (int i = 0; i < N; i++) {
      b[i] = 2 * a[i];
      s += a[i];
    }
    mean = s / N;
  }
#pragma gpu_tile reduction(+: f)
  for (int i = 0; i < N; i++)
    f += ones[i];
  printf("%.*g %.*g %g %.*g\n", DIGITS, s, DIGITS, mean, b[7], DIGITS, f);
  return 0;
}
