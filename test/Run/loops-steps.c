// Steps in nests: triangles, several loops on one start, iterators that outlive their loops,
// remainders in bounds and conditions. All are compiled within a small part of the usual limit.
// RUN: %gputile_run --backend=cpu --check --max-operations=2000000 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <stdio.h>

#define N 100
static int X[N][N], Y[N][N], Q[N][N];
static unsigned long hash(void) {
  unsigned long h = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      h = h * 31 + (unsigned long)(X[i][j] + 3 * Y[i][j] + 7 * Q[i][j]);
  return h;
}

static void triangle(int n, int m) {
#pragma gpu_tile
  for (int a = 0; a < n; a += 3)
    for (int b = a; b < m; b += 2)
      Y[a][b] += a + 2 * b;
}
static void downwards(int n) {
#pragma gpu_tile tile(4, 8)
  for (int a = n - 1; a >= 0; a -= 2)
    for (int b = a; b >= 0; b -= 3)
      Y[a][b] = X[b][a] + a;
}
static int outside(int n, int m) {
  int a, b = -5;
#pragma gpu_tile
  for (a = 1; a < n; a += 3)
    for (b = a; b < m; b += 2)
      X[a][b] += 1;
  return 1000 * a + b;
}
static void unsigned_steps(unsigned n, unsigned m) {
#pragma gpu_tile
  for (unsigned char a = 2; a < n; a += 5)
    for (unsigned b = a; b < m; b += 4)
      Q[a][b] = X[a][b] + (int)(a * b);
}
static void sequential(int n, int m) {
#pragma gpu_tile
  for (int a = 4; a < n; a += 4)
    for (int b = 2; b < m; b += 2)
      Y[a][b] = Y[a - 4][b - 2] + Y[a - 4][b] + b;
}
static void remainders(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = i % 4; j < n - i % 3; j++)
      Q[i][j] = i - j;
}
static void chequered(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if ((i + j) % 3 == 0)
        Q[i][j] += X[i][j];
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {1, 1}, {3, 2}, {4, 9}, {33, 35}, {70, 99}, {99, 64}};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      X[i][j] = (i * 31 + j * 17) % 101, Y[i][j] = (i * 5 + j * 7) % 53;
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k][0], m = sizes[k][1];
    triangle(n, m);
    downwards(n);
    printf("%d %lu\n", outside(n, m), hash());
    unsigned_steps((unsigned)n, (unsigned)m);
    sequential(n, m);
    remainders(n);
    chequered(n, m);
    printf("%d %d %lu\n", n, m, hash());
  }
  return 0;
}
