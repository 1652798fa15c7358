// Of three kernels in a host loop one has a loop of its own. Flags are for this one, which is
// launched anew for each iteration of the outer loop. A cooperative launch runs all three.
// RUN: %gputile_run --backend=cpu --check --race --scheme=parallel --launch=cooperative --tile=8 --remarks=on %s -- -O1 --args 3 70 9 2> %t.err
// RUN: FileCheck --check-prefixes=CHECK,ALL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=parallel --launch=flags --tile=8 --remarks=on %s -- -O1 --args 3 61 8 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=parallel --launch=flags --tile=8 --remarks=on %s -- -O1 --args 2 3 1 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: note: kernel '{{.*}}_k0': {{.*}}, launch {{cooperative|flags}} (option)
// ALL-NEXT: note: kernel '{{.*}}_k1': {{.*}}, launch cooperative (option)
// ALL-NEXT: note: kernel '{{.*}}_k2': {{.*}}, launch cooperative (option)
// CHECK-NOT: , launch
// CHECK: gputile-run: SAME: 1 region equal bit for bit
#include <stdio.h>
#include <stdlib.h>
#define N 70
#define K 9
static double A[N], B[K + 1][N];
static void f(int T, int n, int k1) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int k = 0; k < k1; k++)
      for (int i = 1; i < n - 1; i++)
        B[k + 1][i] = (B[k][i - 1] + B[k][i + 1] + A[i]) / 3;
    for (int i = 0; i < n; i++)
      A[i] = B[k1][n - 1 - i] + B[0][i];
    for (int i = 0; i < n; i++)
      B[0][i] = A[n - 1 - i] / 2;
  }
}
int main(int argc, char **argv) {
  for (int i = 0; i < N; i++) A[i] = i * 37 % 11, B[0][i] = i * 7 % 5;
  f(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
  double s = 0;
  for (int i = 0; i < N; i++) s = s * 0.5 + A[i] + B[0][i] + B[K][i];
  printf("%a\n", s);
}
