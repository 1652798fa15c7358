// Static scalars of the file that functions use as scratch variables, as locals of theirs; and
// those through which values pass, which are none.
// RUN: %gputile_run --backend=cpu --check %s -- -std=gnu11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 11 regions equal bit for bit, same output
// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- -std=gnu11 > %t.remarks 2>&1
// RUN: FileCheck --check-prefix=CUDA %s < %t/file-temporaries.gputile.cu
#include <stdio.h>

#define N 60
static double A[N][N], B[N][N], C[N][N], u[N], v[N], w[N];
static double tmp1, tmp2;                      // Scratch variables.
static double last, kept, total, first, later; // Values pass through these.
static int k1, chosen;

// CUDA-LABEL: scratch_{{[0-9]*}}_k0
// CUDA: { double tmp1; double tmp2;
static void scratch(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      tmp1 = 1 / (A[i][j] + 2);
      tmp2 = tmp1 * tmp1;
      B[i][j] = tmp1 + A[i][j];
      C[i][j] = tmp2 - A[i][j];
    }
}
static void scratch_of_inner_loops(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    tmp1 = u[i] * 0.5;
    for (int j = 0; j < n; j++)
      A[i][j] += tmp1;
    tmp2 = v[i] + tmp1;
    for (int j = 0; j < n; j++)
      B[i][j] -= tmp2;
  }
}
static void scratch_by_condition(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (u[i] > 0.4)
      tmp1 = u[i];
    else
      tmp1 = -v[i];
    w[i] = tmp1 * tmp1;
  }
}
static void scratch_integer(int n) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) {
    k1 = i + 1;
    v[i] = u[k1] + u[i];
    k1 = i - 1;
    w[i] = u[k1] - u[i];
  }
}
static void read_behind_the_loop(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] -= u[j];
    last = u[i] * 3;
    v[i] = last + 1;
  }
  printf("%.17g\n", last);
}
static void read_by_another_function(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] += v[j];
    kept = u[i] * 5;
    w[i] = kept - 1;
  }
}
static void kept_by_condition(int n) {
  // What no iteration assigns is read behind it.
  later = 7;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (i == 3)
      later = u[i];
  printf("%.17g\n", later);
}
static void summed(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    total += u[i];
    for (int j = 0; j < n; j++)
      A[i][j] *= 1.5;
  }
}
static void read_first(int n) {
  // The first iteration reads what is there before the region.
  first = 11;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      B[i][j] += A[i][j] * 0.25;
    v[i] = first;
    first = u[i];
  }
}
static double of_call(double x) {
  tmp1 = x * 3;
  tmp2 = tmp1 + 1;
  return tmp1 * tmp2;
}
static void scratch_of_calls(int n) {
  // The function is analysed as if it stood here.
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    tmp1 = u[i];
    v[i] = tmp1 + 1;
    w[i] = of_call(v[i]);
  }
}
static void chosen_by_data(int n) {
  // Not every iteration assigns it.
  chosen = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] += 0.5;
    if (u[i] > 0.7)
      chosen = i;
    w[i] = chosen;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    u[i] = (i * 7 % 11) * 0.1;
    v[i] = (i * 5 % 13) * 0.2;
    for (int j = 0; j < N; j++)
      A[i][j] = (i * 3 + j * 5) % 17 * 0.3;
  }
  scratch(N);
  scratch_of_inner_loops(N - 3);
  scratch_by_condition(N);
  scratch_integer(N);
  read_behind_the_loop(N - 1);
  read_by_another_function(N);
  printf("%.17g\n", kept);
  kept_by_condition(3);
  kept_by_condition(N);
  summed(N);
  printf("%.17g\n", total);
  read_first(N);
  scratch_of_calls(N);
  chosen_by_data(N);
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum += u[i] + 2 * v[i] + 3 * w[i];
    for (int j = 0; j < N; j++)
      sum += A[i][j] + 2 * B[i][j] + 3 * C[i][j];
  }
  printf("%.17g %.17g %d\n", sum, first, chosen);
  return 0;
}
