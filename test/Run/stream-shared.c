// Stages that read cells beside their own of one plane or row exchange them once.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,8 %s --
// RUN: FileCheck %s < %t/stream-shared.gputile.cu
// RUN: %clang -iquote %S -O1 -c %t/stream-shared.gputile.c -o %t/host.o
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O1 -c %t/stream-shared.gputile.cu -o %t/device.o
// RUN: %clangxx %t/device.o %t/host.o -o %t/program
// RUN: env GPUTILE_CPU_ORDER=reverse %t/program > %t/out.txt
// RUN: env GPUTILE_DISABLE=1 %t/program | diff - %t/out.txt

#include <stdio.h>

enum { N = 12, M = 40, L = 40 };
static float A[N][M][L], B[N][M][L], C[N][M][L];
static double D[4 * N][2 * M], E[4 * N][2 * M], F[4 * N][2 * M];

// Above, below, left and right of it, for the first and the second stage; the third reads none.
// CHECK-LABEL: planes_{{[0-9]+}}_k0_border(
// CHECK: const gpt_{{(block_)?}}plane<float, {{.*}}1, 1, 1, 1, false> s0(A_S2[p]
// CHECK-NOT: plane<float
// CHECK: C_S1[p + 1][0][u][v] = gpt_mul(0.3f, s0(u, v + 1) - s0(u, v - 1))
// CHECK-NOT: plane<float
// CHECK: A_S2[p + 1][0][u][v] =
static void planes(int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < L - 1; k++)
          B[i][j][k] = 0.2f * (A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < L - 1; k++)
          C[i][j][k] = 0.3f * (A[i][j][k + 1] - A[i][j][k - 1]) + B[i][j][k];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < L - 1; k++)
          A[i][j][k] = 0.5f * (B[i][j][k] + C[i][j][k]);
  }
}

// The row above for the first stage only, the row at hand for both.
// CHECK-LABEL: rows_{{[0-9]+}}_k0_border(
// CHECK: const gpt_cells<double, {{[0-9]+}}, 1, 1> s0(D_S2[p]
// CHECK: const gpt_cells<double, {{[0-9]+}}, 0, 1> r0(D_S2[p]
// CHECK-NOT: gpt_cells<double
// CHECK: F_S1[p + 1][0]
// CHECK-NOT: gpt_cells<double
// CHECK: D_S2[p + 1][0]
static void rows(int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 4 * N - 1; i++)
      for (int j = 1; j < 2 * M - 1; j++)
        E[i][j] = 0.25 * (D[i - 1][j + 1] + D[i][j - 1] + D[i + 1][j]);
    for (int i = 1; i < 4 * N - 1; i++)
      for (int j = 1; j < 2 * M - 1; j++)
        F[i][j] = 0.3 * (D[i][j + 1] - D[i][j - 1]);
    for (int i = 1; i < 4 * N - 1; i++)
      for (int j = 1; j < 2 * M - 1; j++)
        D[i][j] = 0.5 * E[i][j] + 0.25 * F[i][j];
  }
}

int main(void) {
  for (int i = 0; i < N * M * L; i++)
    A[0][0][i] = 0.01f * (float)(i * 7 % 13);
  for (int i = 0; i < 8 * N * M; i++)
    D[0][i] = 0.01 * (i * 5 % 17);
  planes(5);
  rows(7);
  double sum = 0;
  for (int i = 0; i < N * M * L; i++)
    sum += A[0][0][i] * (i % 7) + B[0][0][i] + C[0][0][i];
  for (int i = 0; i < 8 * N * M; i++)
    sum += D[0][i] * (i % 7) + E[0][i] + F[0][i];
  printf("%.17g\n", sum);
  return 0;
}
