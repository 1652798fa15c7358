// RUN: %gputile --regions=omp --output-dir=%t %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %gputile --regions=all --output-dir=%t %s -- -fopenmp 2>&1 | FileCheck %s
void f(int n, double *a) {
// CHECK: :[[#@LINE+1]]:1: warning: region left on the CPU: OpenMP is on (-fopenmp) and shares the iterations of 'omp parallel for' among threads; compile without it to use the GPU here [openmp-on] [-Wgpu-tile]
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma omp parallel
// CHECK: :[[#@LINE+1]]:1: warning: {{.*}} of 'omp for' among
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] += 1;
// Several threads would run it.
#pragma omp parallel
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
// CHECK: 2 warnings generated.
// CHECK-NEXT: gputile: no region
