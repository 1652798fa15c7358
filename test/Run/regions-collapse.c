// Clause collapse of directives: the nest is one region, also where statements stand between its loops, and
// loops with attributes under regions=all.
// RUN: %gputile_run --backend=cpu --check --regions=omp %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=OMP
// OMP: gputile-run: SAME: 4 regions {{.*}}equal bit for bit, same output
// RUN: %gputile_run --backend=cpu --check --regions=all %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: gputile-run: SAME: 10 regions {{.*}}equal bit for bit, same output
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -fplugin-arg-gputile-regions=omp -fopenmp -O0 -w -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=PLUGIN
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -fplugin-arg-gputile-regions=all -O0 -w -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=EACH
#include <stdio.h>
#define N 20

static void perfect(int n, int m, double (*restrict A)[N]) {
  int i, j;
// PLUGIN: :[[#@LINE+2]]:{{.*}}: remark: region runs on the GPU
// EACH: :[[#@LINE+1]]:{{.*}}: remark: region runs on the GPU
#pragma omp parallel for collapse(2) private(i, j)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      A[i][j] = i * 3 + j;
}
static void between(int n, int m, double (*restrict A)[N], double *restrict s) {
// PLUGIN: :[[#@LINE+1]]:{{.*}}: remark: region runs on the GPU
#pragma omp parallel for collapse(2) schedule(static)
  for (int i = 0; i < n; i++) {
    s[i] = A[i][0] * 0.5;
    for (int j = 1; j < m; j++)
      A[i][j] += 1;
    s[i + n] = A[i][1];
  }
}
static void accelerated(int n, int m, double (*restrict A)[N]) {
#pragma acc parallel loop collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] *= 2;
}
static void triple(int n, double (*restrict A)[N]) {
#pragma omp parallel for simd collapse(3)
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[2 * i + k][j] -= 1;
}
static void attributes(int n, double (*restrict A)[N]) {
// EACH: :[[#@LINE+2]]:{{.*}}: remark: region runs on the GPU
#pragma unroll
  for (int i = 0; i < n; i++)
    A[i][0] += 1;
// EACH: :[[#@LINE+3]]:{{.*}}: remark: region runs on the GPU
#pragma clang loop unroll(disable)
# pragma clang loop vectorize(enable)
  for (int i = 0; i < n; i++)
    A[i][1] += 2;
// EACH: :[[#@LINE+1]]:{{.*}}: remark: region runs on the GPU
  [[clang::suppress]] for (int i = 0; i < n; i++) A[i][2] += 3;
  if (n > 3)
#pragma nounroll
    for (int i = 0; i < n; i++)
      A[i][3] += 4;
  else
    A[0][0] = 0;
// EACH: :[[#@LINE+1]]:{{.*}}: remark: region runs on the GPU
  _Pragma("clang loop unroll(full)") for (int i = 0; i < n; i++)
    A[i][4] += 5;
#pragma unroll \
  4
  for (int i = 0; i < n; i++)
    A[i][5] += 6;
}

int main(void) {
  static double A[2 * N][N], s[2 * N];
  double sum = 0;
  perfect(N, N - 1, A);
  between(N, N, A, s);
  accelerated(N, N, A);
  triple(N, A);
  attributes(N, A);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      sum += A[i][j] * (i - j);
    sum += s[i] * s[i + N];
    printf("%g\n", sum);
  }
}
