// Where data decides whether the program ends, the region sets a variable. Where parameters do, it does not run.
// RUN: mkdir -p %t && %gputile --output-dir=%t --print-after=extract %s -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t/program-ends.gputile.c
#include <assert.h>
#include <stdlib.h>

void first(int n, int m, double *restrict a, const double *restrict b) {
  // CHECK-LABEL: scop program_ends_first_{{[0-9]+}}
  // CHECK: guard {{.*}}m >= n }
  // CHECK-NOT: {{program end}}
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(i < m);
    if (i > m)
      abort();
    a[i] = b[i];
  }
}
void second(int n, double *restrict a, const double *restrict b) {
  // CHECK-LABEL: scop program_ends_second_{{[0-9]+}}
  // CHECK: program end gputile_end_program_ends_second_{{[0-9]+}}_0: __assert_fail("b[i] > 0", "{{.*}}program-ends.c", [[#@LINE+8]], "{{.*}}second{{.*}}")
  // CHECK-NEXT: program end gputile_end_program_ends_second_{{[0-9]+}}_1: exit(7)
  // CODE: static __thread int gputile_end_program_ends_second_{{[0-9]+}}_0;
  // CODE-NEXT: static __thread int gputile_end_program_ends_second_{{[0-9]+}}_1;
  // CODE: if (gputile_end_program_ends_second_{{[0-9]+}}_0) { gputile_end_program_ends_second_{{[0-9]+}}_0 = 0; __assert_fail(
  // CODE: if (gputile_end_program_ends_second_{{[0-9]+}}_1) { gputile_end_program_ends_second_{{[0-9]+}}_1 = 0; exit(7); }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(b[i] > 0);
    a[i] = b[i];
    if (a[i] > 10)
      exit(3 + 4);
  }
}
