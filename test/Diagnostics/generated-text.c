// A region whose text does not compile is left as it was; the others are transformed. Errors are
// put into the program's file for f, into the entry for g and into the kernels for h.
// RUN: rm -rf %t && mkdir %t && %gputile --fail-in=parse --dump-json=%t.json --output-dir=%t %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: FileCheck --check-prefix=HOST %s < %t/generated-text.gputile.c
// RUN: not grep "as --fail-in asks" %t/generated-text.gputile.cu
// HOST-NOT: gputile_generated_text_{{[fgh]}}
// HOST: gputile_generated_text_k
// JSON-COUNT-3: "reason": "generated-text"
// JSON: "outcome": "transformed"
// Nothing is written where a refusal is an error, or where no region is left.
// RUN: rm -rf %t && mkdir %t && %status 1 %gputile --fail-in=parse --warnings=error --output-dir=%t %s -- 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: rm -rf %t && mkdir %t && %gputile --fail-in=parse --output-dir=%t %s -- -DONE 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: ls %t | count 0
// ONE: warning: region left on the CPU: the text generated for it does not compile
// The plugin compiles the loops as they stand, and keeps no array of theirs on the device.
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-fail-in=parse -S -o %t.s %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck --check-prefix=CODE %s < %t.s
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-fail-in=parse -DDATA -S -o %t.s %s 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not grep -c gputile_rt %t.s
// CODE: gputile_rt_begin
// ALL-COUNT-4: warning: region left on the CPU: the text generated for it does not compile
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: the text generated for it does not compile (use of undeclared identifier 'as_fail_in_asks', in line {{[0-9]+}}, '{{.*}}as_fail_in_asks = 1;{{.*}}'); please report this [generated-text] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
// ERROR: :[[#@LINE+1]]:9: error: {{.*}}undeclared identifier{{.*}}[generated-text] [-Werror,-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
#ifndef ONE
void g(int n, double *restrict A) {
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: the text generated for it does not compile (as --fail-in asks, in line {{[0-9]+}}, '#error as --fail-in asks'); please report this [generated-text] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
// ERROR: :[[#@LINE+1]]:9: error: {{.*}}as --fail-in asks
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 1;
}
void h(int n, double *restrict A) {
// CHECK: :[[#@LINE+2]]:9: warning: {{.*}} (as --fail-in asks, in line {{[0-9]+}}, '#error as --fail-in asks'); please report this
// ERROR: :[[#@LINE+1]]:9: error: {{.*}}as --fail-in asks
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 2;
}
void k(int n, double A[restrict n]) {
#ifdef DATA
#pragma gpu_tile data(copy: A)
#endif
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] += 3;
  }
}
#endif
