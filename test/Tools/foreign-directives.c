// What docs/from-openmp.md and docs/from-openacc.md say of directives in and before regions.
// RUN: %gputile --summary --regions=omp %s -- -w | FileCheck %s --check-prefix=WITHOUT
// RUN: %gputile --summary --regions=omp %s -- -w -fopenmp | FileCheck %s --check-prefix=WITH
// Without -fopenmp they mean nothing to the compiler.
// WITHOUT: foreign-directives.c{{ +}}4{{ +}}3{{ +}}1
// WITHOUT-NEXT: line [[#@LINE+22]]: unknown-call
// WITHOUT-NEXT: total
// WITH: foreign-directives.c{{ +}}4{{ +}}1{{ +}}3
// WITH-NEXT: line [[#@LINE+7]]: unsupported-statement
// WITH-NEXT: line [[#@LINE+13]]: unsupported-statement
// WITH-NEXT: line [[#@LINE+17]]: unknown-call
// WITH-NEXT: total
int omp_get_thread_num(void);

void count(int n, int *h, const int *k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    h[k[i]] += 1;
  }
}
void ones(int n, double *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
#pragma omp critical
    a[i] = 1;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = omp_get_thread_num();
#pragma acc kernels
  {
    for (int i = 0; i < n; i++)
      a[i] = 1;
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
