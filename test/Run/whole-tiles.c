// Constant sizes that tiles divide, so that no tile is partial; sizes below a tile, and tiles of one point.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 12 regions equal bit for bit, same output
#include <stdio.h>

#define N 64
#define S 31
static double A[N][N], B[N][N], C[N][N], x[1024], y[1024];
static unsigned char image[256][256], dark[256][256];

static void saxpy(double a) {
#pragma gpu_tile
  for (int i = 0; i < 1024; i++)
    y[i] = a * x[i] + y[i];
}
static void matmul(void) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      C[i][j] = 0;
      for (int k = 0; k < N; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}
static void transpose(void) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      B[j][i] = A[i][j];
}
static void darken(void) {
#pragma gpu_tile
  for (int i = 0; i < 256; i++)
    for (int j = 0; j < 256; j++)
      dark[i][j] = image[i][j] / 2;
}
static void points(int n) {
#pragma gpu_tile tile(1, 1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      C[i][j] = B[i][j] + 1;
}
static void below(void) {
#pragma gpu_tile tile(32, 32)
  for (int i = 0; i < S; i++)
    for (int j = 0; j < S; j++)
      C[i][j] += A[j][i];
}
static void one(void) {
#pragma gpu_tile
  for (int i = 0; i < 1; i++)
    for (int j = 0; j < 1; j++)
      A[i][j] += B[i][j];
}
static void relax(int steps) {
#pragma gpu_tile scheme(wavefront) tile(2, 2) false_deps(remove)
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < 1023; i++)
      x[i] = 0.5 * (x[i] + x[i + 1]);
}
static void slide(void) {
#pragma gpu_tile scheme(wavefront) tile(1, 1)
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      A[i][j] = A[i - 1][j] + 0.5 * A[i][j - 1];
}
static void constant_time(void) {
#pragma gpu_tile scheme(split) tile(2)
  for (int t = 0; t < 8; t++) {
    for (int i = 1; i < 1023; i++)
      y[i] = 0.25 * (x[i - 1] + 2 * x[i] + x[i + 1]);
    for (int i = 1; i < 1023; i++)
      x[i] = y[i];
  }
}
static void apart(int n) {
#pragma gpu_tile scheme(split)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      B[i][j] = B[i][j] + 1;
}
static void apart_points(int n) {
#pragma gpu_tile scheme(split) tile(1, 1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      B[i][j] = B[i][j] * 2;
}

int main(void) {
  for (int i = 0; i < 1024; i++)
    x[i] = i % 37, y[i] = i % 11;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i * 7 + j * 3) % 13, B[i][j] = (i + j * 5) % 17;
  for (int i = 0; i < 256; i++)
    for (int j = 0; j < 256; j++)
      image[i][j] = (unsigned char)(i * j);
  saxpy(3), matmul(), transpose(), darken(), points(N), points(S), below(), one(), relax(16), relax(3), slide();
  constant_time(), apart(N), apart(1), apart(0), apart_points(S);
  double sum = 0;
  for (int i = 0; i < 1024; i++)
    sum = sum * 0.875 + x[i] + y[i];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.875 + A[i][j] + B[i][j] + C[i][j];
  for (int i = 0; i < 256; i++)
    for (int j = 0; j < 256; j++)
      sum = sum * 0.875 + dark[i][j];
  printf("%a\n", sum);
  return 0;
}
