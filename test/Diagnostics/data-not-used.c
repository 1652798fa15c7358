// Whatever could see the arrays between regions makes the clause unused; the regions work
// as they do without it.
// RUN: %clang -fplugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %clang -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=CALLS
// CALLS-NOT: gputile_rt_data
// CALLS: gputile_rt_begin
// CALLS-NOT: gputile_rt_data
// RUN: %clang -fplugin=%plugin -fno-strict-aliasing -DALIASING -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=ALIASING
#include <stdio.h>
#include <stdlib.h>
void elsewhere(void);
int count;
double level;
inline int plain(int x) { return x; }
static double levelOf(const double *p) {
  // CHECK-DAG: [[#@LINE+1]]:10: warning: arrays are copied for each region, not kept on the device: memory is accessed through a pointer outside of regions [data-not-used] [-fplugin-arg-gputile-warnings]
  return p[0];
}

int control(int n, int c, double *A) {
// CHECK-DAG: [[#@LINE+1]]:18: note: clause 'data' is here
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    double l = levelOf(A);
    (void)l;
  }
  while (c-- > 0) {
#pragma gpu_tile data(copy: A)
    {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        A[i] = A[i] + 1;
      if (c == 3)
        // CHECK-DAG: [[#@LINE+1]]:9: warning: {{.*}}: 'break' leaves the block [data-not-used]
        break;
    }
#pragma gpu_tile data(copy: A)
    {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        A[i] = A[i] + 1;
      if (c == 3)
        // CHECK-DAG: [[#@LINE+1]]:9: warning: {{.*}}: 'continue' leaves the block [data-not-used]
        continue;
    }
#pragma gpu_tile data(copy: A)
    {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        A[i] = A[i] + 1;
      if (c == 4)
        // CHECK-DAG: [[#@LINE+1]]:9: warning: {{.*}}: 'goto' may leave the block [data-not-used]
        goto out;
    }
#pragma gpu_tile data(copy: A)
    {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        A[i] = A[i] + 1;
      if (c == 4)
        // CHECK-DAG: [[#@LINE+1]]:9: warning: {{.*}}: 'return' leaves the block [data-not-used]
        return 1;
    }
    switch (c) {
#pragma gpu_tile data(copy: A)
      {
      // CHECK-DAG: [[#@LINE+1]]:7: warning: {{.*}}: a 'switch' outside jumps into the block [data-not-used]
      case 3:
#pragma gpu_tile
        for (int i = 0; i < n; i++)
          A[i] = A[i] + 1;
      }
    }
#pragma gpu_tile data(copy: A)
    {
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: 'goto' may jump to this label from outside the block [data-not-used]
    label:
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        A[i] = A[i] + 1;
    }
    if (c == 9)
      goto label;
  }
out:
  return 0;
}

struct pair {
  double x, y;
};
void structures(int n, struct pair *P) {
  // CHECK-DAG: [[#@LINE+1]]:29: warning: arrays are copied for each region, not kept on the device: the elements of 'P' are structures [data-not-used]
#pragma gpu_tile data(copy: P)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      P[i].x = P[i].y;
  }
}

void accesses(int n, double *A, int *I, volatile int *flag) {
  double sum = 0, first[3] = {0, 0, 0};
  volatile int again = 0;
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:12: warning: {{.*}}: memory is accessed through a pointer outside of regions [data-not-used]
    sum += A[0];
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:12: warning: {{.*}}: memory is accessed through a pointer outside of regions [data-not-used]
    sum += *(A + 1);
    I[2] = 0;
  }
#pragma gpu_tile data(copy: A)
  {
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: 'level' might lie in the memory of 'A' [data-not-used]
    level = 2;
    count++;
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    // CHECK-DAG: [[#@LINE+2]]:21: warning: {{.*}}: 'level' might lie in the memory of 'A' [data-not-used]
    for (int i = 0; i < n; i++)
      A[i] = A[i] + level;
  }
#pragma gpu_tile data(copy: first)
  {
#pragma gpu_tile
    for (int i = 0; i < 3; i++)
      first[i] = first[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:12: warning: {{.*}}: 'first' is accessed outside of regions [data-not-used]
    sum += first[1];
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:12: warning: {{.*}}: the effects of using 'again' are not known [data-not-used]
    while (again)
      ;
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: this statement is not one whose effects are known [data-not-used]
    __asm__ volatile("" ::: "memory");
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile if (A[0] > 0)
    // CHECK-DAG: [[#@LINE-1]]:9: warning: {{.*}}: clause 'if' of this region may read memory [data-not-used]
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
  }
}

void calls(int n, double *A, void (*pointer)(void)) {
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: 'elsewhere' may reach the arrays; its definition is not in this file [data-not-used]
    elsewhere();
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: 'plain' may reach the arrays; its definition is not in this file [data-not-used]
    plain(n);
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: a call through a pointer may reach the arrays [data-not-used]
    pointer();
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}}: 'exit' may reach the arrays [data-not-used]
    exit(1);
  }
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
    // CHECK-DAG: [[#@LINE+1]]:20: warning: {{.*}}: 'printf' gets a pointer that may lead to the arrays [data-not-used]
    printf("%p\n", (void *)A);
  }
}

void regions(int n, double *A) {
#pragma gpu_tile data(copy: A)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
#pragma gpu_tile
    for (int i = 0; i < n; i++) {
      // CHECK-DAG: [[#@LINE+5]]:7: warning: {{.*}}: memory is accessed through a pointer outside of regions [data-not-used]
      // CHECK-DAG: [[#@LINE-3]]:9: note: the region that runs on the CPU is here
      if (i > 5)
        // CHECK-DAG: [[#@LINE+1]]:9: warning: region left on the CPU
        break;
      A[i] = 0;
    }
  }
// CHECK-DAG: [[#@LINE+1]]:18: warning: {{.*}}: no region of this block that runs on the GPU uses them [data-not-used]
#pragma gpu_tile data(copy: A)
  {
    count++;
  }
#pragma gpu_tile
  {
// CHECK-DAG: [[#@LINE+1]]:18: warning: {{.*}}: an enclosing region already runs on the GPU [data-not-used]
#pragma gpu_tile data(copy: A)
    {
      for (int i = 0; i < n; i++)
        A[i] = A[i] + 1;
    }
  }
}

int counts[8];
void bound_from_an_array(double *A) {
#pragma gpu_tile data(copy: counts)
  {
#pragma gpu_tile
    for (int i = 0; i < 8; i++)
      counts[i] = i;
// CHECK-DAG: [[#@LINE+1]]:9: warning: {{.*}}: 'counts' is accessed outside of regions [data-not-used]
#pragma gpu_tile
    for (int i = 0; i < counts[3]; i++)
      A[i] = 0;
  }
}

#ifdef ALIASING
void aliasing(int n, double *A) {
#pragma gpu_tile data(copy: A)
  {
    // ALIASING: [[#@LINE+1]]:5: warning: {{.*}}: 'count' might lie in the memory of 'A' [data-not-used]
    count++;
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = A[i] + 1;
  }
}
#endif
