// Reads from shared tiles under conditions that bound them.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 3 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define N 140
static double A[N], B[N], X[N][N], Y[N][N];
static int I[N], J[N];
static double hash(void) {
  double h = 0;
  for (int i = 0; i < N; i++) {
    h = h * 0.875 + A[i] + B[i] + I[i] * 0.5 + J[i];
    for (int j = 0; j < N; j++)
      h = h * 0.96875 + X[i][j] + Y[i][j] * 0.5;
  }
  return h;
}

static void ternary_guards(int n) {
#pragma gpu_tile tile(3)
  for (int i = 0; i < n; i++)
    B[i] = J[i] >= 0 && J[i] < N ? A[i] * 0.5 + I[J[i]] : i > 0 ? A[i - 1] : -1;
}
static void edges(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      X[i][j] = 0.25 * ((i > 0 ? Y[i - 1][j] : 0) + (i < n - 1 ? Y[i + 1][j] : 0) + (j > 0 ? Y[i][j - 1] : 0) +
                        (j + 1 < n ? Y[i][j + 1] : 0));
}
static void mixed(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (i >= 2) {
      if (B[i] > A[i]) {
        for (int j = 0; j < m; j++)
          if (j != i && (X[i][j] < 0 || j % 2 == 0))
            Y[i][j] = X[i][j] + 1;
          else
            Y[i][j] = -1;
      } else if (i < m)
        Y[i][0] = A[i];
      A[i] = B[i];
    } else
      A[i] = I[i] ? 2 : 3;
  }
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {0, 9}, {1, 1}, {9, 0}, {1, 7}, {2, 3}, {5, 4}, {7, 6},
                                 {31, 33}, {33, 8}, {64, 31}, {65, 70}};
  for (int i = 0; i < N; i++) {
    A[i] = i * 0.5, B[i] = 30 - i, I[i] = i % 17 - 4, J[i] = (i * 53) % 300 - 80;
    for (int j = 0; j < N; j++)
      X[i][j] = (i * 31 + j * 17) % 101 - 50, Y[i][j] = (i * 5 + j * 7) % 53;
  }
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k][0], m = sizes[k][1];
#define RUN(call) call; printf("%d %d %s %a\n", n, m, #call, hash())
    RUN(ternary_guards(n));
    RUN(edges(n)); RUN(mixed(n, m));
  }
  return 0;
}
