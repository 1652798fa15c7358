// Sums in parts of values that temporaries in front of the loops hold, as programs of older C have them: each iteration of
// the loops that are split has temporaries of its own. The numbers are whole, so that every order gives the same sums.
// RUN: %gputile_run --check --backend=cpu --remarks=on --order=random:3 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %gputile_run --backend=cpu --race --order=reverse --scheme=parallel %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: one-thread
// CHECK-COUNT-4: region runs on the GPU
// CHECK-NOT: one-thread
// CHECK: SAME: 4 regions equal bit for bit
// OUT: 4199828 2099986 19920 3068940
#include <stdio.h>

enum { N = 70001, M = 41 };
static double p[N], q[N], P[M][M][M], W[M][M][M];

static double one_loop(int n) {
  double sum = 0, change;
  int i;
#pragma gpu_tile reduction(+: sum)
  for (i = 1; i < n - 1; i++) {
    change = p[i - 1] - p[i];
    sum = sum + change * change;
    q[i] = p[i] + change;
  }
  return sum;
}
// Every second element; `change` has a value per iteration, not per element.
static double with_steps(int n) {
  double sum = 0, change;
  int i;
#pragma gpu_tile reduction(+: sum)
  for (i = 0; i < n - 1; i += 2) {
    change = p[i + 1] - p[i];
    sum += change * change;
    q[i] = change;
  }
  return sum;
}
static double two_loops(int n, int m) {
  double sum = 0, row, change;
  int i, j;
#pragma gpu_tile reduction(+: sum)
  for (i = 0; i < n; i++) {
    row = P[i][0][0];
    for (j = 1; j < m; j++) {
      change = P[i][j][1] - row;
      W[i][j][0] = change;
      sum = sum + change * change * 3;
    }
  }
  return sum;
}
static double in_time(int steps, int n) {
  double sum = 0, around, change;
  int i, j, k, t;
#pragma gpu_tile reduction(+: sum)
  for (t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++)
        for (k = 1; k < n - 1; k++) {
          around = P[i - 1][j][k] + P[i][j + 1][k] - P[i][j][k - 1];
          change = around - P[i][j][k];
          sum = sum + change * change;
          W[i][j][k] = P[i][j][k] - change;
        }
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++)
        for (k = 1; k < n - 1; k++)
          P[i][j][k] = W[i][j][k];
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++)
    p[i] = i * 5 % 17;
  for (int i = 0; i < M * M * M; i++)
    (&P[0][0][0])[i] = i * 7 % 5;
  const double a = one_loop(N), b = with_steps(N), c = two_loops(M, M);
  printf("%.0f %.0f %.0f %.0f\n", a, b, c, in_time(2, M));
}
