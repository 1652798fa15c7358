// Arrays that lie in device memory: kernels use them there, nothing is copied, and the original loops
// never touch them. The driver is that of the CPU backend, whose device memory is the host's.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t %s -o %t/run %link_rt
// RUN: FileCheck %s --check-prefix=TEXT < %t/device-pointers.gputile.c
// RUN: %on_cpu %t/run > %t/out 2> %t/err && FileCheck %s --check-prefix=OUT < %t/out && FileCheck %s < %t/err
// Without device memory the clause says nothing.
// RUN: %on_cpu %t/run host 2> %t/err | FileCheck %s --check-prefix=OUT
// RUN: FileCheck %s --check-prefix=HOST < %t/err
// RUN: env GPUTILE_BACKEND=none %t/run host 2>&1 | FileCheck %s --check-prefix=OUT
// Where the loops would have to run, the program ends.
// RUN: not --crash %on_cpu %t/run overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not --crash %on_cpu %t/run beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not --crash %on_cpu env GPUTILE_DISABLE=1 %t/run 2>&1 | FileCheck %s --check-prefix=DISABLED
// RUN: %on_cpu env GPUTILE_DISABLE=1 %t/run host 2>/dev/null | FileCheck %s --check-prefix=OUT
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuLaunchKernel:1 %t/run 2>&1 | FileCheck %s --check-prefix=FAILED
// An error after which the driver is used no more, in this region or in one before it.
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuCtxSynchronize:1 %t/run 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuStreamSynchronize:1 %t/run 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuStreamSynchronize:1 %t/run after 2>&1 | FileCheck %s --check-prefix=AFTER
#include "Inputs/device-memory.h"

enum { n = 300, few = 3, steps = 8 };

// TEXT: gputile_rt_begin(&gputile_device_pointers_scale_{{.*}}, 0x7fffffffffffffffLL);
// TEXT: gputile_{{rt}}_device_memory(gputile_call,
// TEXT-NOT: {{gputile_rt}}_weigh
// TEXT: if (gputile_status) gputile_rt_needed_on_host(&gputile_device_pointers_scale_{{.*}}_region, "x", x);
// CHECK: device-pointers.c:[[#@LINE+4]]: gputile: device_pointers_scale_{{.*}}: 1 launches, 0 bytes on the device, 0 in, 0 out
// HOST: device-pointers.c:[[#@LINE+3]]: gputile: device_pointers_scale_{{.*}}: 1 launches, 4800 bytes on the device, 4800 in, 2400 out
// DISABLED: device-pointers.c:[[#@LINE+2]]: gputile: array '{{x|y}}' lies in device memory, which the original loops cannot access: the program ends
static void scale(int m, double a, const double *x, double *y) {
#pragma gpu_tile deviceptr(x, y)
  for (int i = 0; i < m; i++)
    y[i] += a * x[i];
}

// AFTER: device-pointers.c:[[#@LINE+2]]: gputile: a kernel failed: CUDA_ERROR_ILLEGAL_ADDRESS; the original loops run
static void host_only(int m, double *x) {
#pragma gpu_tile if(1)
  for (int i = 0; i < m; i++)
    x[i] *= 1;
}
// AFTER: gputile: array '{{x|y}}' lies in device memory, which the original loops cannot access: the program ends

// One of them is the host's.
// CHECK: device-pointers.c:[[#@LINE+2]]: gputile: device_pointers_mixed_{{.*}}: 1 launches, 2400 bytes on the device, 2400 in, 2400 out
static void mixed(int m, const double *x, double *y) {
#pragma gpu_tile deviceptr(x)
  for (int i = 0; i < m; i++)
    y[i] -= x[i];
}

// Too little for a device otherwise.
// CHECK: device-pointers.c:[[#@LINE+2]]: gputile: device_pointers_small_{{.*}}: 1 launches, 0 bytes on the device
static void small(int m, double *x) {
#pragma gpu_tile deviceptr(x)
  for (int i = 0; i < m; i++)
    x[i] = x[i] * x[i];
}

// Both take turns; the last launch writes where the program expects it.
// CHECK: device-pointers.c:[[#@LINE+2]]: gputile: device_pointers_stencil_
static void stencil(int m, double *u, double *v) {
#pragma gpu_tile deviceptr(u, v)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < m - 1; i++)
      v[i] = (u[i - 1] + u[i] + u[i + 1]) * 0.25;
    for (int i = 1; i < m - 1; i++)
      u[i] = v[i];
  }
}

// Read and written through a subscript that the loops know, and one that only data knows.
// CHECK: device-pointers.c:[[#@LINE+2]]: gputile: device_pointers_counts_
static void counts(int m, const int *key, int *histogram, const int *factor) {
#pragma gpu_tile deviceptr(key, histogram, factor) extents(histogram: 7)
  for (int i = 0; i < m; i++)
    histogram[key[i]] += *factor;
}

// The pointer is to an element behind the first.
// OVERLAP: gputile: arrays 'to' and 'from' overlap; the original loops run
// OVERLAP: device-pointers.c:[[#@LINE+2]]: gputile: array '{{to|from}}' lies in device memory
static void shifted(int m, double *to, const double *from) {
#pragma gpu_tile deviceptr(to, from)
  for (int i = -1; i < m; i++)
    to[i] = from[i];
}

// Whether an element is accessed, only data knows.
// CHECK: device-pointers.c:[[#@LINE+5]]: gputile: device_pointers_chosen_{{.*}}: 1 launches, 0 bytes on the device
// HOST: device-pointers.c:[[#@LINE+4]]: gputile: device_pointers_chosen_{{.*}}: 1 launches
// BEYOND: device-pointers.c:[[#@LINE+3]]: gputile: the device memory of array 'x' has not all elements that the loops may access; the original loops run
// BEYOND: device-pointers.c:[[#@LINE+2]]: gputile: array '{{x|y|use}}' lies in device memory
static void chosen(int m, int far, const int *use, double *x, double *y) {
#pragma gpu_tile deviceptr(use, x, y)
  for (int i = 0; i < m; i++)
    if (use[i] > 9)
      y[i] = x[i + far];
}

// FAILED: gputile: {{.*}}; the original loops run
// FAILED: gputile: array '{{x|y}}' lies in device memory, which the original loops cannot access: the program ends
int main(int argc, char **argv) {
  const int on_host = argc > 1 && !strcmp(argv[1], "host");
  if (!on_host)
    start_driver();
  static double a[n], b[n], c[n];
  static int key[n], histogram[7];
  const int factor = 3;
  for (int i = 0; i < n; i++) {
    a[i] = 1 + i % 10;
    b[i] = c[i] = i % 7;
    key[i] = i * 5 % 7;
  }
  double *x = placed(a, sizeof a, on_host), *y = placed(b, sizeof b, on_host);
  if (argc > 1 && !strcmp(argv[1], "after"))
    host_only(n, c);
  if (argc > 1 && !strcmp(argv[1], "overlap"))
    shifted(20, x + 1, x + 2);
  scale(n, 2, x, y);
  mixed(n, x, c);
  small(few, x);
  stencil(n, x, y);
  shifted(n - 1, x + 1, y + 1);
  int *keys = placed(key, sizeof key, on_host), *h = placed(histogram, sizeof histogram, on_host),
      *f = placed(&factor, sizeof factor, on_host);
  counts(n, keys, h, f);
  if (argc > 1 && !strcmp(argv[1], "beyond"))
    chosen(n, 2, keys, x, y);
  chosen(n, 0, keys, x, y);
  fetch(a, x, sizeof a, on_host);
  fetch(b, y, sizeof b, on_host);
  fetch(histogram, h, sizeof histogram, on_host);
  double sums[3] = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    sums[0] += a[i];
    sums[1] += b[i];
    sums[2] += c[i];
  }
  // OUT: sums 196.434479 196.434479 -753; 129 129
  printf("sums %.6f %.6f %g; %d %d\n", sums[0], sums[1], sums[2], histogram[0], histogram[6]);
  return 0;
}
