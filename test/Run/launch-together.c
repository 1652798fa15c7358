// Two of three kernels in a host loop take turns in a loop of their own: both loops are those of one
// cooperative launch.
// RUN: %gputile_run --backend=cpu --check --race --scheme=parallel --launch=cooperative --tile=8 --remarks=on %s -- -O1 --args 3 70 9 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: note: kernel '{{.*}}_k0': {{.*}}, launch cooperative (option)
// CHECK-NEXT: note: kernel '{{.*}}_k1': {{.*}}, launch cooperative (option)
// CHECK-NEXT: note: kernel '{{.*}}_k2': {{.*}}, launch cooperative (option)
// CHECK: gputile-run: SAME: 1 region equal bit for bit
#include <stdio.h>
#include <stdlib.h>
#define N 70
static double A[N], B[N], C[N];
static void f(int T, int n, int k1) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int k = 0; k < k1 - t; k++) {
      for (int i = 1; i < n - 1; i++)
        B[i] = (A[i - 1] + A[i + 1] + C[i]) / 3;
      for (int i = 0; i < n; i++)
        A[i] = B[n - 1 - i];
    }
    for (int i = 0; i < n; i++)
      C[i] = A[n - 1 - i] + B[0];
  }
}
int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    A[i] = i * 37 % 11, B[i] = i * 7 % 5;
  f(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
  double s = 0;
  for (int i = 0; i < N; i++)
    s = s * 0.5 + A[i] + B[i] + C[i];
  printf("%a\n", s);
}
