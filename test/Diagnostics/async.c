// Clauses async, wait and present: what they take, and where they may stand.
// RUN: %clang -fsyntax-only -fplugin=%plugin %s -DGOOD 2>&1 | FileCheck %s --check-prefix=PLUGIN --implicit-check-not=warning:
// RUN: not %clang -fsyntax-only -fplugin=%plugin %s -DBAD 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %gputile --output-dir=%t %s -- -DGOOD 2>&1 | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=TEXT < %t/async.gputile.c
// RUN: %clang -c -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t %s -DONLY -o %t/only.o 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=ONLY < %t/async.gputile.c
// RUN: not %clang -c -fplugin=%plugin %s -DSHADOWED -o %t/shadowed.o 2>&1 | FileCheck %s --check-prefix=SHADOWED
#ifdef GOOD
// TEXT: int gputile_async_regions_{{.*}}(long long n, double *x, const double *y);
void regions(int n, double *restrict x, double *restrict y) {
  // PLUGIN: :[[#@LINE+3]]:18: warning: clause 'async' has no effect: the region waits for its results in 'x'; name it in 'deviceptr' if it lies in device memory [async-waits]
  // FILES: :[[#@LINE+2]]:18: warning: clause 'async' has no effect in generated files: regions have no queues there; compile with the plugin [clause-in-files]
  // FILES: :[[#@LINE+1]]:27: warning: clause 'present' has no effect in generated files: regions copy their arrays there; compile with the plugin [clause-in-files]
#pragma gpu_tile async(7) present(x)
  for (int i = 0; i < n; i++)
    x[i] = y[i];
  // FILES: :[[#@LINE+1]]:18: warning: clause 'wait' has no effect in generated files: regions have no queues there; compile with the plugin [clause-in-files]
#pragma gpu_tile wait
}
#endif
// Without a region, in a file that has none.
#ifdef ONLY
// ONLY: gputile_{{rt}}_wait((const void *)(long long)(q + 1), (__builtin_classify_type(q + 1) == 5)); gputile_{{rt}}_wait((const void *)(long long)(s),
void only(int q, void *s) {
  switch (q) {
  case 1:
    q = 3;
#pragma gpu_tile wait(q + 1, s)
  default:
    q = 2;
  }
}
#endif
// RUN: not %clang -fsyntax-only -fplugin=%plugin %s -DTWICE 2>&1 | FileCheck %s --check-prefix=TWICE
#ifdef TWICE
void twice(void) {
  // TWICE: wait.inc:1:18: error: '#pragma gpu_tile wait' cannot stand in a file that is included several times [wait-place]
#include "Inputs/wait.inc"
#include "Inputs/wait.inc"
}
#endif
#ifdef SHADOWED
// SHADOWED: :[[#@LINE+2]]:18: error: '#pragma gpu_tile wait' cannot become a call here: {{.*}} [wait-place]
void shadowed(int gputile_rt_wait_all) {
#pragma gpu_tile wait
}
#endif
#ifdef BAD
struct pair {
  int a, b;
};
void values(int n, double *x, struct pair p, double d) {
  // CHECK: :[[#@LINE+1]]:18: error: clause 'async' takes one queue, an integer or a CUDA stream, or nothing
#pragma gpu_tile async(1, 2)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:24: error: in clause 'async': 'd' is neither an integer nor a CUDA stream
#pragma gpu_tile async(d)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:24: error: in clause 'async': {{.*}}struct pair
#pragma gpu_tile async(p)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:24: error: in clause 'async': use of undeclared identifier 'q'
#pragma gpu_tile async(q)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:18: error: clause 'wait' takes queues, integers or CUDA streams, or nothing
#pragma gpu_tile wait()
  // CHECK: :[[#@LINE+1]]:18: error: clause 'wait' takes queues
#pragma gpu_tile wait(1, )
  // CHECK: :[[#@LINE+1]]:26: error: in clause 'wait': 'd' is neither
#pragma gpu_tile wait(1, d)
  // CHECK: :[[#@LINE+1]]:23: error: in clause 'wait': use of undeclared identifier 'q'
#pragma gpu_tile wait(q)
  // CHECK: :[[#@LINE+1]]:26: error: expected no other clause beside 'wait' in '#pragma gpu_tile'
#pragma gpu_tile wait(1) async(2)
}
// CHECK: :[[#@LINE+1]]:18: error: '#pragma gpu_tile wait' must stand between the statements of a block [wait-place]
#pragma gpu_tile wait
int places(int n, int c, double *x) {
  if (c)
    // CHECK: :[[#@LINE+1]]:18: error: '#pragma gpu_tile wait' must stand between the statements of a block
#pragma gpu_tile wait
    n++;
  switch (c) {
  case 1:
    // CHECK: :[[#@LINE+1]]:18: error: '#pragma gpu_tile wait' must stand between
#pragma gpu_tile wait
    n++;
  }
  int value = ({
    n++;
    // CHECK: :[[#@LINE+1]]:18: error: '#pragma gpu_tile wait' must stand between
#pragma gpu_tile wait
  });
#define WAIT _Pragma("gpu_tile wait")
  // CHECK: :[[#@LINE+1]]:3: error: '#pragma gpu_tile wait' cannot stand in a macro
  WAIT
#pragma gpu_tile
  for (int t = 0; t < 9; t++) {
    for (int i = 0; i < n; i++)
      x[i] += 1;
    // CHECK: :[[#@LINE+1]]:18: error: '#pragma gpu_tile wait' cannot stand inside of a region
#pragma gpu_tile wait
  }
  return value;
}
struct grid {
  double **rows;
};
void presents(int n, double *x, struct grid *g, double s) {
  // CHECK: :[[#@LINE+1]]:18: error: clause 'present' takes names of arrays: present(a, g->u)
#pragma gpu_tile present()
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:26: error: invalid value 'y' for clause 'present'; expected the name of an array of the region
#pragma gpu_tile present(y)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:26: error: invalid value 's' for clause 'present'; expected the name of an array of the region
#pragma gpu_tile present(s)
  for (int i = 0; i < n; i++)
    x[i] = s;
  // CHECK: :[[#@LINE+1]]:26: error: invalid value 'g->rows' for clause 'present'; expected the name of an array of the region
#pragma gpu_tile present(g->rows)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g->rows[i][j] = 0;
}
#endif
