// output-dir shows what Clang compiles. The user's lines stay as they are.
// RUN: rm -rf %t && %clang -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t -c %s -o %t.o
// RUN: FileCheck %s < %t/source.gputile.c
// CHECK: #pragma clang diagnostic push
// CHECK: static const char gputile_source_f_[[LINE:[0-9]+]]_source[] =
// CHECK: extern \"C\" __global__ void
// CHECK: GPT_SIZES_source_f_[[LINE]]_k0
// CHECK: GPUTILE_EXPORT(source_f_[[LINE]]_k0)
// CHECK: {"A", sizeof(double), 1, 1, 0},
// CHECK: {'a', 0, 0, 0},
// CHECK: {'v', 0, sizeof(double), 0},
// CHECK: {'n', 0, 0, "n"},
// CHECK: {'x', 0, 0, 0},
// CHECK: static struct gputile_rt_region gputile_source_f_[[LINE]]_region = {GPUTILE_RT_ABI,
// CHECK: gputile_rt_begin(&gputile_source_f_[[LINE]]_region,
// CHECK: gputile_rt_box(gputile_call, 0, GPUTILE_RT_OUT, (long long)(0), (long long)(n - 1));
// CHECK: if (gputile_source_f_[[LINE]]((long long)(n), (double *)(A), factor) == 0) { }
// CHECK: #line [[#@LINE+4]]
// CHECK-NEXT: {{^  for \(int i = 0; i < n; i\+\+\)$}}
void f(int n, double *A, double factor) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = A[i] * factor;
}
