// Clause present: an array that a data block around the call keeps on the device. Elsewhere it is not
// copied; the original loops run, and say so.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t %s -o %t/run %link_rt
// RUN: FileCheck %s --check-prefix=TEXT < %t/present.gputile.c
// RUN: %on_cpu %t/run > %t/out 2> %t/err && FileCheck %s --check-prefix=OUT < %t/out && FileCheck %s < %t/err
// RUN: not --crash %on_cpu env GPUTILE_REQUIRE=1 %t/run 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: env GPUTILE_DISABLE=1 %t/run | FileCheck %s --check-prefix=OUT
// RUN: env GPUTILE_BACKEND=none %t/run 2>/dev/null | FileCheck %s --check-prefix=OUT
#include <stdio.h>

enum { n = 200 };

static double A[n];

// TEXT: gputile_{{rt}}_present(gputile_call,
// CHECK: present.c:[[#@LINE+6]]: gputile: present_smooth_{{.*}}: 1 launches
// CHECK: present.c:[[#@LINE+5]]: gputile: present_smooth_{{.*}}: 1 launches
// CHECK-NOT: smooth{{.*}}launches
// CHECK: present.c:[[#@LINE+3]]: gputile: array '{{A|b}}' of clause 'present' is in no 'data' block around this call; the original loops run
// REQUIRED: present.c:[[#@LINE+2]]: gputile: array '{{A|b}}' of clause 'present' is in no 'data' block around this call; GPUTILE_REQUIRE is set: aborting
static void smooth(double *b) {
#pragma gpu_tile present(A, b) if(1)
  for (int i = 1; i < n - 1; i++)
    b[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
}

int main(void) {
  static double B[n];
  for (int i = 0; i < n; i++)
    A[i] = i * i % 17;
#pragma gpu_tile data(copy: A, B)
  {
    smooth(B);
#pragma gpu_tile present(A)
    for (int i = 0; i < n; i++)
      A[i] = 2 * B[i];
    smooth(B);
  }
  // OUT: kept 4.66667 3.33333
  printf("kept %g %g\n", B[50], A[50]);
  A[50] += 3;
  smooth(B);
  // OUT: loops 5.66667
  printf("loops %g\n", B[50]);
  return 0;
}
