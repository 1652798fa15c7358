// A statement of a boundary has tiles of its own at the edge of the grid. They are launched only where it
// is executed: what the kernels know of their blocks holds for all that are launched.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -O1 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME: 2 regions equal bit for bit, same output
#include <stdio.h>

#define N 37
static float P[N][N], Q[N][N], W[N][N];

static void corner(int T, int n) {
#pragma gpu_tile scheme(split)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        P[i][j] = Q[i][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        Q[i][j] = P[i][j - 1];
    Q[0][1] = (float)2 * t;
  }
}

static void strided(int T, int n) {
#pragma gpu_tile scheme(split)
  for (int t = 0; t < T; t += 2) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        W[i][j] = P[i + 1][j] + P[i - 1][j] - Q[i][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        Q[i][j] = P[i][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        P[i][j] = W[i][j] * 0.5f;
    Q[0][1] = (float)2 * t;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      P[i][j] = (float)((i * 5 + j) % 7);
      Q[i][j] = (float)(i - j);
    }
  for (int T = 0; T < 4; T++)
    for (int n = 2; n <= N; n += 35) {
      corner(T, n);
      strided(T, n);
    }
  corner(17, N);
  strided(17, N);
  double h = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      h = h * 0.875 + P[i][j] + 2 * Q[i][j] - W[i][j];
  printf("%.17g\n", h);
  return 0;
}
