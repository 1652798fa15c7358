// Loops that may do something else with OpenMP than on one thread.
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t %s -- -fopenmp 2>&1 | FileCheck %s
int next(void);
int f(int n, double *restrict A) {
  int k = 0, last = 0;
  double sum = 0, most = 0, other = 0;
// CHECK: :[[#@LINE+2]]:34: warning: region left on the CPU: '#pragma omp parallel for' gives each thread a 'k' of its own, and 'k' may be read after the loop; declare 'k' inside the region [openmp-directive] [-Wgpu-tile]
#pragma gpu_tile
#pragma omp parallel for private(k)
  for (int i = 0; i < n; i++) {
    k = i;
    A[i] = k;
  }
// CHECK: :[[#@LINE+3]]:8: warning: {{.*}} gives each thread a 'last' of its own
#pragma gpu_tile
#pragma omp parallel for
  for (last = 0; last < n; last++)
    A[last] = 1;
#pragma omp parallel
  {
// CHECK: :[[#@LINE+1]]:1: warning: {{.*}}'#pragma omp for' divides the loop among threads that run already, and each of them would run the region; write '#pragma omp parallel for' [openmp-directive]
#pragma omp for
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i] = 2;
  }
// CHECK: :[[#@LINE+2]]:1: warning: {{.*}}'#pragma omp target teams distribute parallel for' is not 'parallel for', 'parallel for simd' or 'simd', beside which '#pragma gpu_tile' can stand [openmp-directive]
#pragma gpu_tile
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    A[i] = 3;
// CHECK: :[[#@LINE+2]]:26: warning: {{.*}} has clause 'linear', with which the loop may do something else than on one thread [openmp-directive]
#pragma gpu_tile
#pragma omp parallel for linear(k)
  for (int i = 0; i < n; i++)
    A[i] = k;
// CHECK: :[[#@LINE+2]]:26: warning: {{.*}} has clause 'num_threads'
#pragma gpu_tile
#pragma omp parallel for num_threads(next())
  for (int i = 0; i < n; i++)
    A[i] = 4;
// Each thread's `other` begins with 0, and is doubled.
// CHECK: :[[#@LINE+2]]:26: warning: {{.*}} has clause 'reduction'{{.*}} [openmp-directive]
#pragma gpu_tile
#pragma omp parallel for reduction(+: other)
  for (int i = 0; i < n; i++)
    other = other * 2 + A[i];
// CHECK: :[[#@LINE+2]]:26: warning: {{.*}} has clause 'reduction'{{.*}} [openmp-directive]
#pragma gpu_tile
#pragma omp parallel for reduction(max: most)
  for (int i = 0; i < n; i++)
    most = most + A[i];
// A sum is the same, but for its order. (One of floating-point numbers runs in order.)
// CHECK-NOT: [openmp-directive]
#pragma gpu_tile
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < n; i++)
    sum = A[i] + sum;
#pragma omp parallel private(k)
  k = 3;
  return k + last + sum + most + other;
}
