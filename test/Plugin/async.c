// Clauses async and wait: the program goes on while kernels run. The CPU backend runs what is in a
// stream when somebody waits for it, and not before: a result that is there too early, or too late,
// shows.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -O1 -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t %s -o %t/run %link_rt 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: FileCheck %s --check-prefix=TEXT < %t/async.gputile.c
// RUN: %on_cpu env GPUTILE_PROFILE=1 %t/run > %t/out 2> %t/err && FileCheck %s --check-prefix=OUT < %t/out && FileCheck %s < %t/err
// Nobody waits at the end of the program but the library.
// RUN: %on_cpu %t/run forgotten 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// A queue that cannot say when it has ended is waited for; one whose kernels fail ends the program, be
// it at a wait, at the next region of the queue, or at the end.
// RUN: %on_cpu env GPUTILE_CPU_FAIL=cuEventCreate:1 %t/run waited 2>&1 | FileCheck %s --check-prefix=WAITED
// RUN: %on_cpu env GPUTILE_CPU_FAIL=cuEventRecord:1 %t/run waited 2>&1 | FileCheck %s --check-prefix=WAITED
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuEventSynchronize:1 %t/run waited 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuEventQuery:1 %t/run waited 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuEventSynchronize:1 %t/run forgotten 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuLaunchKernel:2 %t/run waited 2>&1 | FileCheck %s --check-prefix=LAUNCH
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuStreamWaitEvent:1 %t/run 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not --crash %on_cpu env GPUTILE_CPU_FAIL=cuStreamCreate:2 %t/run 2>&1 | FileCheck %s --check-prefix=QUEUE
// Without a device the loops run, and nobody has to wait.
// RUN: env GPUTILE_BACKEND=none %t/run host 2>&1 | FileCheck %s --check-prefix=HOST
#include "Inputs/device-memory.h"

enum { n = 300, calls = 600 };
void *gputile_rt_stream(long long queue);

// TEXT: gputile_{{rt}}_async(gputile_call, gputile_queue, gputile_is_stream);
// CHECK: gputile: async_add_{{.*}}: 1 launches, 0 bytes on the device, 0 in, 0 out, not waited for
// LOST: gputile: a kernel of async_add_{{.*}} ({{.*}}async.c:[[#@LINE+3]]), or of a later region in its queue, failed: CUDA_ERROR_ILLEGAL_ADDRESS; what it should have written is lost: the program ends
// LAUNCH: array '{{x|y}}' lies in device memory, which the original loops cannot access: the program ends
static void add(int queue, int m, double a, const double *x, double *y) {
#pragma gpu_tile deviceptr(x, y) async(queue)
  for (int i = 0; i < m; i++)
    y[i] = 0.5 * y[i] + a * x[i];
}

// In a stream of the program.
static void add_in(void *stream, int m, const double *x, double *y) {
#pragma gpu_tile deviceptr(x, y) async(stream)
  for (int i = 0; i < m; i++)
    y[i] = 0.5 * y[i] + x[i];
}

// Copies a part to the device, which the program may change as soon as the region has begun.
// CHECK: gputile: async_scale_{{.*}}: 1 launches, 2400 bytes on the device, 2400 in, 0 out, not waited for
static void scale(int m, const double *factor, double *y) {
#pragma gpu_tile deviceptr(y) async
  for (int i = 0; i < m; i++)
    y[i] *= factor[i];
}

// Memory on the device alone, which is busy until the kernels have ended.
static void twice(int queue, int m, double *y) {
#pragma gpu_tile deviceptr(y) async(queue)
  {
    double kept[n];
    for (int i = 0; i < m; i++)
      kept[i] = y[m - 1 - i];
    for (int i = 0; i < m; i++)
      y[i] = 0.25 * (y[i] + 2 * kept[i]);
  }
}

// Blocks that wait for one another: two such kernels are not to run at the same time.
// ORDER: array 'u' lies in device memory
static void relax(int queue, int m, double *u) {
#pragma gpu_tile deviceptr(u) async(queue) scheme(wavefront) launch(flags) tile(4, 8)
  for (int t = 0; t < 6; t++)
    for (int i = 1; i < m - 1; i++)
      u[i] = (u[i - 1] + u[i] + u[i + 1]) / 4;
}

// The host needs the results.
// COMPILE: async.c:[[#@LINE+3]]:31: warning: clause 'async' has no effect: the region waits for its results in 'y'; name it in 'deviceptr' if it lies in device memory [async-waits]
// CHECK: gputile: async_fetched_{{.*}}: 1 launches, 2400 bytes on the device, 2400 in, 2400 out{{$}}
static void fetched(int m, const double *x, double *y) {
#pragma gpu_tile deviceptr(x) async(1)
  for (int i = 0; i < m; i++)
    y[i] += x[i];
}
// COMPILE-NOT: warning:

// QUEUE: no queue of the device: CUDA_ERROR_OUT_OF_MEMORY

static double sum(const double *from, int on_host) {
  static double values[n];
  fetch(values, from, sizeof values, on_host);
  double result = 0;
  for (int i = 0; i < n; i++)
    result += values[i];
  return result;
}

// CHECK: gputile profile
// CHECK: {{^ +605 +605 +0 +0 .*}} async_add_
int main(int argc, char **argv) {
  const char *const what = argc > 1 ? argv[1] : "";
  const int on_host = !strcmp(what, "host");
  if (!on_host)
    start_driver();
  static double a[n], b[n], factor[n];
  for (int i = 0; i < n; i++) {
    a[i] = 1 + i % 10;
    b[i] = i % 7;
    factor[i] = 3;
  }
  double *x = placed(a, sizeof a, on_host), *y = placed(b, sizeof b, on_host), *z = placed(b, sizeof b, on_host);
  if (!on_host)
    need(synchronise(NULL));
  add(1, n, 1, x, y);
  add(2, n, 2, x, z);
  if (!strcmp(what, "forgotten")) {
    // FORGOTTEN: the end
    printf("the end\n");
    return 0;
  }
  // OUT: before 897 897
  if (!on_host)
    printf("before %.9g %.9g\n", sum(y, on_host), sum(z, on_host));
  // TEXT: gputile_{{rt}}_wait((const void *)(long long)(2), (__builtin_classify_type(2) == 5));
#pragma gpu_tile wait(2)
  // OUT: one 897 3748.5
  if (!on_host)
    printf("one %.9g %.9g\n", sum(y, on_host), sum(z, on_host));
  // TEXT: gputile_{{rt}}_wait_all();
#pragma gpu_tile wait
  // OUT: both 2098.5 3748.5
  // WAITED: both 2098.5 3748.5
  // HOST: both 2098.5 3748.5
  printf("both %.9g %.9g\n", sum(y, on_host), sum(z, on_host));
  if (!strcmp(what, "waited"))
    return 0;
  // One behind the other in a queue of either kind.
  void *stream = NULL;
  if (!on_host)
    need(make_stream(&stream, 1));
  add_in(stream, n, x, y);
  add_in(stream, n, x, y);
  if (!on_host)
    printf("stream %.9g", sum(y, on_host));
#pragma gpu_tile wait(stream, 1)
  // OUT: stream 2098.5 2999.625
  printf(" %.9g\n", sum(y, on_host));
  scale(n, factor, y);
  for (int i = 0; i < n; i++)
    factor[i] = 0;
#pragma gpu_tile wait(-1)
  // OUT: scaled 8998.875
  // HOST: scaled 8998.875
  printf("scaled %.9g\n", sum(y, on_host));
  twice(3, n, y);
  twice(3, n, y);
  relax(3, n, y);
  relax(4, n, z);
  relax(3, n, y);
#pragma gpu_tile wait(3, 4)
  // OUT: mixed 92.4059815 363.360858
  // HOST: mixed 92.4059815 363.360858
  printf("mixed %.9g %.9g\n", sum(y, on_host), sum(z, on_host));
  // The program's own copy in a queue of the library, behind the region.
  add(9, n, 0, x, y);
  void *const own = gputile_rt_stream(9);
  if ((own == NULL) != on_host)
    printf("wrong stream\n");
  static double halves[n];
  if (!on_host) {
    need(to_host(halves, (address)y, sizeof halves, own));
    need(synchronise(own));
  }
  // OUT: halves 46.2029907 46.2029907
  // HOST: halves 0 46.2029907
  printf("halves %.9g %.9g\n", sum(halves, 1), sum(y, on_host));
  add(5, n, 1, x, y);
  fetched(n, x, b);
  // OUT: fetched 2547
  // HOST: fetched 2547
  printf("fetched %g\n", sum(b, 1));
  // More than a queue holds at a time.
  for (int k = 0; k < calls; k++)
    add(6, n, 0.5, x, z);
  add(5, n, 1, x, y);
#pragma gpu_tile wait
  // OUT: many 1650
  // HOST: many 1650
  printf("many %g\n", sum(z, on_host));
  return 0;
}
