// Arrays that clause 'data' names stay on the device between regions: one copy to it and
// one from it, and the results of the original loops.
// RUN: %clang -O2 %s -o %t.plain -Wno-unknown-pragmas
// RUN: %clang -fplugin=%plugin -O2 -Wall -Wextra -Wpedantic -Wshadow -Werror -Wno-unknown-warning-option -Rgpu-tile %s %link_rt -o %t 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -fsyntax-only -Rgpu-tile %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: remark: compiled with the plugin, arrays stay on the device between the regions of this block: A, B [data-kept]
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-dump-json=- -fsyntax-only %s | FileCheck %s --check-prefix=JSON
// JSON: "dataBlocks": [
// JSON: "in": true,
// JSON-NEXT: "kept": true,
// JSON-NEXT: "name": "A",
// JSON-NEXT: "out": true
// JSON: "function": "{{[a-z]+}}",
// JSON-NEXT: "line": [[#@LINE+34]]
// RUN: %t.plain > %t.expected
// RUN: env GPUTILE_DISABLE=1 %t 2>&1 | cmp - %t.expected
// RUN: %t 2>/dev/null | cmp - %t.expected
// RUN: %on_cpu %t 2> %t.err | cmp - %t.expected
// Each array is copied to the device once, by the first region that reads it.
// RUN: grep -c "gputile: data_smooth" %t.err | grep -x 18
// RUN: grep -c ", 4000 in, 0 out" %t.err | grep -x 2
// RUN: grep -c ", 0 in, 0 out" %t.err | grep -x 16
// A fallback in the middle brings the arrays back first.
// RUN: env GPUTILE_CPU_FAIL=cuLaunchKernel:3 %on_cpu %t 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// FALLBACK: the original loops run
// A device that is lost with the only copy ends the program.
// RUN: not --crash env GPUTILE_CPU_FAIL=cuStreamSynchronize:3 %on_cpu %t 2> %t.err | count 0
// RUN: FileCheck %s --check-prefix=LOST < %t.err
// LOST: data.c:[[#@LINE+18]]: gputile: array 'B' cannot be copied back from the device, {{.*}}; aborting
// What Clang compiles.
// RUN: rm -rf %t.text && %clang -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t.text -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=TEXT < %t.text/data.gputile.c
// TEXT: const void *const gputile_hosts[] = {(const void *)A, (const void *)B}; gputile_rt_data_begin("{{.*}}data.c", [[#@LINE+14]], 2, gputile_hosts);
// TEXT: #line [[#@LINE+14]] "{{.*}}data.c"
// TEXT-NEXT: {{^}}  {
// TEXT: {{^}}  } gputile_rt_data_end(); }
// TEXT-NEXT: {{^}}  print(n, A);
#include <stdio.h>
static void print(int n, const float *A) {
  for (int i = 0; i < n; i++)
    printf("%a\n", (double)A[i]);
}

void smooth(int steps, int n, float *A, float *B) {
// The arrays change places in each step.
// CHECK: data.c:[[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: A, B [data-kept] [-fplugin-arg-gputile-remarks]
#pragma gpu_tile data(copy: A, B)
  {
    for (int t = 0; t < steps; t++) {
#pragma gpu_tile
      for (int i = 1; i < n - 1; i++)
        B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        A[i] = A[i] * 0.75f;
      float *old = A;
      A = B;
      B = old;
    }
  }
  print(n, A);
}

int main(void) {
  static float A[1000], B[1000];
  for (int i = 0; i < 1000; i++)
    A[i] = (float)(i % 17);
  smooth(9, 1000, A, B);
  return 0;
}
