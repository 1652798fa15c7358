// Which loops option regions takes. Other tools' directives stay in front of the loops.
// RUN: %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=MARKED
// RUN: %gputile --regions=marked --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=MARKED
// RUN: %gputile --regions=omp --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefixes=OMP,BOTH
// RUN: FileCheck %s --check-prefix=TEXT < %t/regions.gputile.c
// RUN: %gputile --regions=all --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefixes=ALL,BOTH
// RUN: not %gputile --regions=none %s -- 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: invalid value 'none'; expected 'marked', 'omp' or 'all'
int printf(const char *, ...);
void f(int n, double *restrict a, const double *restrict b) {
// BOTH: :[[#@LINE+2]]:1: remark: region runs on the GPU
// TEXT: {{^}}{ /* gputile: {{.*}}:[[#@LINE+1]] */
#pragma omp parallel for schedule(static) \
    num_threads(4)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
// TEXT-NEXT: #ifndef _OPENMP
// TEXT: if (gputile_{{.*}} == 0) { }
// TEXT-NEXT: else
// TEXT-NEXT: #endif
// TEXT-NEXT: #line [[#@LINE-8]] "{{.*}}"
// TEXT-NEXT: #pragma omp parallel for schedule(static) \
// TEXT-NEXT: num_threads(4)
// TEXT-NEXT: for (int i = 0; i < n; i++)
// BOTH: :[[#@LINE+1]]:3: remark
  #pragma acc parallel loop copyin(b[0:n])
  for (int i = 0; i < n; i++)
    a[i] += b[i];
// The inner directive belongs to a loop that is on the GPU already.
// BOTH: :[[#@LINE+1]]:1: remark
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
#pragma omp simd
    for (int j = 0; j < 8; j++)
#pragma acc loop
      for (int k = 0; k < 8; k++)
        a[64 * i + 8 * j + k] = 0;
// ALL: :[[#@LINE+4]]:5: warning: region left on the CPU: call of 'printf'
// OMP-NOT: warning
// A marked loop is looked at for what its pragma says; what is around it is not.
  for (int t = 0; t < 3; t++) {
    printf("%d\n", t);
  }
  for (int t = 0; t < 3; t++) {
// MARKED: :[[#@LINE+5]]:9: remark
// OMP: :[[#@LINE+4]]:9: remark: region runs on the GPU
// OMP: :[[#@LINE+3]]:9: note: kernel {{.*}}: tile 64 (clause)
// ALL: :[[#@LINE+2]]:9: remark: region runs on the GPU
// ALL: :[[#@LINE+1]]:9: note: kernel {{.*}}: tile 64 (clause)
#pragma gpu_tile tile(64)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
// ALL: :[[#@LINE+2]]:7: remark
  if (n > 4)
      for (int i = 0; i < n; i++)
        a[i] *= 3;
// Directives that share no loop.
#pragma omp parallel
  {
#pragma omp single
    a[0] = 1;
  }
}
// MARKED: gputile: 1 of 1 region
// OMP: gputile: 4 of 4 region
// ALL: gputile: 5 of 6 region
