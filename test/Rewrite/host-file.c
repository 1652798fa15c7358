// The host file keeps every line and its number; only the pragma's line changes.
// RUN: rm -rf %t && mkdir %t && %gputile --output-dir=%t %s --
// RUN: FileCheck %s --strict-whitespace < %t/host-file.gputile.c
// RUN: %clang -Wall -Wextra -Wno-unknown-pragmas -iquote %S -fsyntax-only %t/host-file.gputile.c 2>&1 | count 0
// RUN: sed -e '/^#line/d' %t/host-file.gputile.c | FileCheck %s --check-prefix=TEXT
#include "Inputs/relative.h"

static double total; // beside the declaration
// CHECK: {{^}}int gputile_{{.*}}(long long n, {{.*}}double *{{.*}});{{$}}
// CHECK-NEXT:{{^}}#line [[#@LINE+1]] "{{.*}}host-file.c"{{$}}
void scale(int n, double *restrict A) {
  total = FACTOR;
// CHECK:{{^}}{ /* gputile: {{.*}}host-file.c:[[#@LINE+6]] */{{$}}
// CHECK-NEXT:{{^}}#line [[#@LINE+5]] "{{.*}}host-file.c"{{$}}
// CHECK-NEXT:{{^}}  if (gputile_{{.*}}({{.*}}(n){{.*}}) == 0) { }{{$}}
// CHECK-NEXT:{{^}}  else{{$}}
// CHECK-NEXT:{{^}}#line [[#@LINE+4]] "{{.*}}host-file.c"{{$}}
// CHECK-NEXT:{{^}}  // a comment before the loop{{$}}
// (the pragma stands on two lines)
#pragma gpu_tile tile(32) \
    block(32)
  // a comment before the loop
  for (int i = 0; i < n; i++)
    A[i]   *=  2; // trailing
// CHECK-NEXT:{{^}}  for (int i = 0; i < n; i++){{$}}
// CHECK-NEXT:{{^}}    A[i]   *=  2; } // trailing{{$}}
}
// TEXT-NOT: gputile_check_compare

int line(void) { return __LINE__; }
