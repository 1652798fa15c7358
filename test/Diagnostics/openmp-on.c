// Loops that threads of OpenMP come to stay as they are; others are regions.
// RUN: %gputile --regions=omp --output-dir=%t %s -- -fopenmp -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile --regions=all --output-dir=%t %s -- -fopenmp -Rgpu-tile 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t/openmp-on.gputile.c
static double b[4][64];
void f(int n, double *a) {
// CHECK: :[[#@LINE+1]]:1: remark: region runs on the GPU
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    a[i] = 0;
// TEXT: if (gputile_{{.*}} == 0) { }
// TEXT-NEXT: else
// TEXT-NEXT: #line 8 "{{.*}}"
// TEXT-NEXT: #pragma omp parallel for schedule(static)
// TEXT-NEXT: for (int i = 0; i < n; i++)
#pragma omp parallel
// CHECK: :[[#@LINE+1]]:1: warning: region left on the CPU: OpenMP is on (-fopenmp), and several threads of 'omp for' run this loop; compile without it to use the GPU here [openmp-on] [-Wgpu-tile]
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma omp parallel
  {
// CHECK: :[[#@LINE+1]]:1: warning: {{.*}} threads of 'omp parallel' run
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
// CHECK: :[[#@LINE+1]]:1: remark: region runs on the GPU
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
// A directive inside is a part of the region.
#pragma omp parallel for
    for (int k = 0; k < 64; k++)
      b[i][k] = i;
}
// CHECK: 2 warnings generated.
