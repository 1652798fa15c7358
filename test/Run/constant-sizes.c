// Sizes that are constants must not cost more than parameters do: without that, the dependences of the
// sweeps and the hyperplanes of both regions take minutes. All is compiled within a tenth of the usual limit.
// RUN: %gputile_run --backend=cpu --check --max-operations=2000000 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 2 regions equal bit for bit, same output
#include <stdio.h>

#define N 20
#define STEPS 6
static double Ex[N + 1][N + 1][N + 1], Ey[N + 1][N + 1][N + 1], Ez[N + 1][N + 1][N + 1];
static double Hx[N + 1][N + 1][N + 1], Hy[N + 1][N + 1][N + 1], Hz[N + 1][N + 1][N + 1];

// Maxwell's equations on a staggered grid.
static void waves(void) {
#pragma gpu_tile
  for (int t = 0; t < STEPS; t++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++) {
          Hx[i][j][k] += 0.5 * ((Ey[i][j][k + 1] - Ey[i][j][k]) - (Ez[i][j + 1][k] - Ez[i][j][k]));
          Hy[i][j][k] += 0.5 * ((Ez[i + 1][j][k] - Ez[i][j][k]) - (Ex[i][j][k + 1] - Ex[i][j][k]));
          Hz[i][j][k] += 0.5 * ((Ex[i][j + 1][k] - Ex[i][j][k]) - (Ey[i + 1][j][k] - Ey[i][j][k]));
        }
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        for (int k = 1; k < N; k++) {
          Ex[i][j][k] += 0.5 * ((Hz[i][j][k] - Hz[i][j - 1][k]) - (Hy[i][j][k] - Hy[i][j][k - 1]));
          Ey[i][j][k] += 0.5 * ((Hx[i][j][k] - Hx[i][j][k - 1]) - (Hz[i][j][k] - Hz[i - 1][j][k]));
          Ez[i][j][k] += 0.5 * ((Hy[i][j][k] - Hy[i - 1][j][k]) - (Hx[i][j][k] - Hx[i][j - 1][k]));
        }
  }
}

#define M 50
static double U[M][M], V[M][M], P[M][M], Q[M][M];

// Sweeps down and up the columns, then along the rows, each a tridiagonal system.
static void sweeps(double a, double b) {
#pragma gpu_tile
  for (int t = 0; t < M; t++) {
    for (int i = 1; i < M - 1; i++) {
      V[0][i] = 1;
      P[i][0] = 0;
      Q[i][0] = V[0][i];
      for (int j = 1; j < M - 1; j++) {
        P[i][j] = -a / (a * P[i][j - 1] + b);
        Q[i][j] = (U[j][i] - a * (U[j][i - 1] + U[j][i + 1]) - a * Q[i][j - 1]) / (a * P[i][j - 1] + b);
      }
      V[M - 1][i] = 1;
      for (int j = M - 2; j > 0; j--)
        V[j][i] = P[i][j] * V[j + 1][i] + Q[i][j];
    }
    for (int i = 1; i < M - 1; i++) {
      U[i][0] = 1;
      P[i][0] = 0;
      Q[i][0] = U[i][0];
      for (int j = 1; j < M - 1; j++) {
        P[i][j] = -b / (b * P[i][j - 1] + a);
        Q[i][j] = (V[i][j] - b * (V[i - 1][j] + V[i + 1][j]) - b * Q[i][j - 1]) / (b * P[i][j - 1] + a);
      }
      U[i][M - 1] = 1;
      for (int j = M - 2; j > 0; j--)
        U[i][j] = P[i][j] * U[i][j + 1] + Q[i][j];
    }
  }
}

int main(void) {
  for (int i = 0; i <= N; i++)
    for (int j = 0; j <= N; j++)
      for (int k = 0; k <= N; k++)
        Ex[i][j][k] = Hz[j][k][i] = (i + 2 * j + 3 * k) % 7;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++)
      U[i][j] = (i * 3 + j) % 5;
  waves();
  sweeps(-0.25, 2);
  printf("%a %a %a\n", Ez[N / 2][N / 3][5], Hx[3][N / 2][N / 4], U[M / 2][M / 3]);
}
