// Simple statements that compute in a small array of the function: one statement, where each
// iteration writes to the array before it reads it.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
// RUN: mkdir -p %t && %gputile --output-dir=%t --print-after=extract %s -- -std=c11 2> %t.scop
// RUN: FileCheck --check-prefix=SCOP %s < %t.scop
#include <stdio.h>

#define N 40
static double A[N][N][2][2], V[N][N][2], B[N][N], C[N][N];

// SCOP-LABEL: after extract
// SCOP-COUNT-4: statement
// SCOP-NOT: statement
static void elimination(int n) {
  // The copies in the inner loop are one statement, and so is what is behind it.
  double m[2][2], f;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < 2; k++)
        V[i][j][k] = V[i][j][k] * 0.5 + 1;
      for (int k = 0; k < 2; k++) {
        m[k][0] = A[i][j][k][0];
        m[k][1] = A[i][j][k][1];
      }
      f = m[1][0] / m[0][0];
      m[1][1] = m[1][1] - f * m[0][1];
      V[i][j][1] = V[i][j][1] - f * V[i][j][0];
      V[i][j][1] = V[i][j][1] / m[1][1];
      V[i][j][0] = V[i][j][0] - m[0][1] * V[i][j][1];
      V[i][j][0] = V[i][j][0] / m[0][0];
    }
}
// SCOP-LABEL: after extract
static double read_behind_the_region(int n) {
  double m[2];
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      m[0] = B[i][j] + 1;
      m[1] = C[i][j] + 2;
      B[i][j] = C[i][j] * 0.5;
      C[i][j] = C[i][j] * 0.25;
    }
  return m[0] + m[1];
}
static void read_by_the_next_iteration(int n) {
  // What is not written first stays apart: the other statements run in parallel.
  double m[2] = {1, 2};
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      m[0] = m[0] * 0.5 + 1;
      B[i][j] = B[i][j] + C[i][j];
      C[i][j] = C[i][j] * 0.5;
      m[1] = m[1] + m[0];
    }
}
static void written_by_condition(int n) {
  double m[2] = {3, 4};
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      m[0] = B[i][j];
      if (C[i][j] > 1)
        m[1] = C[i][j];
      m[0] = m[0] + m[1];
      m[0] = m[0] * 0.5;
      m[1] = m[1] * 0.5;
      B[i][j] = B[i][j] + 1;
      for (int k = 0; k < 2; k++)
        V[i][j][k] = m[0] + m[1];
    }
}
static void partly_written_before(int n) {
  // m[1] comes from the iteration before, although m is assigned first.
  double m[2] = {5, 6};
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    m[0] = B[i][0];
    for (int j = 0; j < n; j++)
      C[i][j] = C[i][j] + m[0];
    m[0] = m[0] * 0.5;
    m[1] = m[1] + m[0];
    B[i][1] = B[i][1] + m[1];
    B[i][2] = B[i][2] - m[0];
  }
}
static void declared_inside(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double m[2];
      m[0] = B[i][j];
      m[1] = C[i][j];
      for (int k = 0; k < 2; k++)
        V[i][j][k] = V[i][j][k] + m[k];
      m[0] = m[0] - m[1];
      m[1] = m[1] + m[0];
      B[i][j] = B[i][j] * m[0];
      C[i][j] = C[i][j] * m[1];
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      B[i][j] = (i * 3 + j * 5) % 17 * 0.3;
      C[i][j] = (i * 5 + j * 3) % 13 * 0.2;
      for (int k = 0; k < 4; k++)
        A[i][j][k / 2][k % 2] = (i + j * 2 + k * 3) % 7 + 1 + k % 3;
      V[i][j][0] = i;
      V[i][j][1] = j;
    }
  elimination(N - 1);
  double sum = read_behind_the_region(N);
  read_by_the_next_iteration(N);
  written_by_condition(N - 2);
  partly_written_before(N);
  declared_inside(N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += B[i][j] + 2 * C[i][j] + 3 * V[i][j][0] + 4 * V[i][j][1];
  printf("%.17g\n", sum);
  return 0;
}
