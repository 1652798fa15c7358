// Regions on loops of OpenMP, the pragma above or below OpenMP's, and inside: the GPU runs
// the loops, and where it does not, OpenMP does.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 -w -fopenmp-simd 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 5 regions {{.*}}equal bit for bit, same output
// RUN: %gputile_run --backend=cpu --check %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAME
// OpenMP stays in force, on lines of the same numbers.
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -fopenmp -O0 -g -w -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.ll
// CODE-DAG: call {{.*}} @gputile_openmp_loops_below
// CODE-DAG: call {{.*}} @gputile_openmp_loops_above
// CODE-DAG: @__kmpc_fork_call({{.*}} @[[BELOW:.*below.*omp_outlined[^,]*]],
// CODE-DAG: @__kmpc_fork_call({{.*}} @[[ABOVE:.*above.*omp_outlined[^,]*]],
// CODE-DAG: !DILocalVariable(name: "local", {{.*}}line: 35,
#include <stdio.h>

static void above(int n, double *restrict A) {
  int i;
// CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
#pragma omp parallel for schedule(static)
  for (i = 0; i < n; i++)
    A[i] = i;
}
static void below(int n, int m, double (*restrict A)[40]) {
  int i, j;
  double t;
  if (n > 1)
#pragma omp parallel for private(j, t) \
    num_threads(3)
// CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile if (n > 2) \
    tile(8)
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++) {
        double local = A[i][j];
        t = local;
        A[i][j] = t + 1;
      }
}
static int simd(int n, double *restrict A) {
  int i;
// CHECK: :[[#@LINE+2]]:9: remark: region runs on the GPU
#pragma omp simd
#pragma gpu_tile
  for (i = 0; i < n; i++)
    A[i] += 2;
  return i;
}
static void inside(int n, double (*restrict A)[40]) {
  int j;
// CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int i = 0; i < n; i++)
#pragma omp parallel for lastprivate(j)
    for (j = 0; j < 40; j++)
      A[i][j] *= 3;
}
static void around(int n, double (*restrict A)[40]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
    for (int j = 0; j < 40; j++)
      A[i][j] += i;
}

int main(void) {
  static double A[40][40];
  above(40, A[0]);
  below(40, 39, A);
  int last = simd(40, A[3]);
  inside(40, A);
  around(40, A);
  double sum = last;
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      sum += A[i][j] * (i + 2 * j);
  printf("%.17g\n", sum);
  return 0;
}
