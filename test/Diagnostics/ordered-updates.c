// What keeps a loop sequential is named: sums of floating-point numbers, not those of integers.
// RUN: mkdir -p %t && %gputile --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s
double sum(int n, const double *A, float H[8]) {
  double s = 0;
  int count = 0;
  // CHECK: :[[#@LINE+3]]:9: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel'
  // CHECK: :[[#@LINE+4]]:5: note: the update of 's' (double), whose order matters unless clause 'reduction(+: s)' allows another one, is here
  // CHECK: :[[#@LINE+4]]:5: note: the update of 'H' (float), whose order matters unless clause 'reduction(+: H)' allows another one, is here
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s += A[i];
    H[3] = H[3] + 1;
  }
  // Nothing is updated here: each element comes from another one.
  // CHECK-NOT: note:
  // CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel'
  // CHECK-NOT: note:
#pragma gpu_tile
  for (int i = 1; i < 8; i++)
    H[i] += H[i - 1];
  // CHECK: :[[#@LINE+5]]:9: remark: region runs on the GPU: {{.*}}, 2 kernels [
  // CHECK: :[[#@LINE+4]]:9: note: kernel '{{.*}}_k0':
  // CHECK-NOT: one thread
  // CHECK: :[[#@LINE+2]]:9: note: kernel '{{.*}}_k1': {{.*}}, one thread, 8192 bytes of shared memory
  // CHECK-NOT: one thread
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    count += A[i] > 0.5;
    s -= A[i];
  }
  return s + count;
}
// Another order would not help where something else uses the variable between updates.
double used(int n, const double *A, double *restrict B) {
  double s = 0, m = 1;
  // CHECK: :[[#@LINE+3]]:5: warning: this runs on the GPU, but on one thread: each iteration needs the one before [one-thread]
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    m += A[i];
    if (A[i] > 3)
      m *= 0.5;
  }
  // CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel'
  // CHECK: :[[#@LINE+3]]:5: note: the update of 's' (double), whose order matters, is here
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s += A[i];
    B[i] = s;
  }
  return s + m;
}
