// Option regions in a normal build: the loops of OpenMP, or all, run on the GPU without a mark.
// RUN: %clang -O1 -ffp-contract=off %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-regions=omp -O1 -ffp-contract=off %s %link_rt -o %t.omp
// RUN: %on_cpu %t.omp 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=OMP < %t.err
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-regions=all -fplugin-arg-gputile-warnings=off -O1 -ffp-contract=off %s %link_rt -o %t.all
// RUN: %on_cpu %t.all 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=ALL < %t.err
// RUN: %clang -fplugin=%plugin -O1 %s -S -emit-llvm -o - | FileCheck %s --check-prefix=NONE
// NONE-NOT: gputile_rt
#include <stdio.h>
static void scale(int n, double *a);

int main(void) {
  static double a[500];
// OMP-NOT: :[[#@LINE+2]]:
// ALL: regions.c:[[#@LINE+1]]: gputile: {{.*}} 1 launch
  for (int i = 0; i < 500; i++)
    a[i] = i % 7;
  scale(500, a);
  double sum = 0;
  for (int i = 0; i < 500; i++) {
    sum += a[i];
    printf("%g\n", sum);
  }
}

static void scale(int n, double *a) {
// OMP: regions.c:[[#@LINE+2]]: gputile: {{.*}} 1 launch
// ALL: regions.c:[[#@LINE+1]]: gputile: {{.*}} 1 launch
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 0.1 * a[i] + i;
}
