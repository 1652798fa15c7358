// Option regions=omp: clauses private of a directive, and of the parallel block around the loop, give scratch arrays to iterations.
// RUN: %gputile_run --backend=cpu --regions=omp --check --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile --regions=omp --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=LOOPS
// CHECK: gputile-run: SAME: 3 regions equal bit for bit, same output
#include <stdio.h>

double work[64], other[64], A[200][64], B[200], C[200];

static void in_block(int n) {
  int i;
#pragma omp parallel private(work, i)
  {
// LOOPS: :[[#@LINE+1]]:1: remark: region runs on the GPU: {{.*}}, 3 kernels [
#pragma omp for
    for (i = 0; i < n; i++) {
      for (int j = 0; j < 64; j++)
        work[j] = A[i][j] * 2;
      for (int j = 1; j < 64; j++)
        work[j] += work[j - 1];
      B[i] = work[i % 64];
    }
  }
// Behind the block the clause says nothing: the last values are left in the array.
// LOOPS: :[[#@LINE+2]]:1: remark: region runs on the GPU: {{.*}}, 4 kernels [
// LOOPS: :[[#@LINE+1]]:1: note: rewritten before scheduling: last value of 'work' stored
#pragma omp parallel for
  for (i = 0; i < n; i++) {
    for (int j = 0; j < 64; j++)
      work[j] = A[i][j] * 3;
    for (int j = 1; j < 64; j++)
      work[j] += work[j - 1];
    C[i] = work[i % 64];
  }
}
static void on_loop(int n) {
  const double scale = 0.5;
// LOOPS: :[[#@LINE+1]]:1: remark: region runs on the GPU: {{.*}}, 3 kernels [
#pragma omp parallel for private(other) firstprivate(scale) schedule(static)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 64; j++)
      other[j] = A[i][j] * scale;
    for (int j = 1; j < 64; j++)
      other[j] += other[j - 1];
    B[i] = other[i % 64];
  }
}

int main(void) {
  for (int i = 0; i < 200; i++)
    for (int j = 0; j < 64; j++)
      A[i][j] = i + j * 0.5;
  in_block(200);
  on_loop(150);
  for (int i = 0; i < 200; i++)
    printf("%g %g ", B[i], C[i]);
}
