// Integer scalars that are changed by '+=', '*=', '++' and the like, and that get values from memory.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 8 regions equal bit for bit, same output
#include <stdio.h>
#define N 64
static double u[40*N], v[40*N], A[N][N], B[N][N];
static int dims[3] = {N, 40, 20};
static unsigned char small[600];
static void compound(int n, int offset) {
  int i, k = -5, base = 4;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    base = offset;
    base += 4 * (i + 1);
    for (k = 0; k < 4; k++)
      u[base + k] = v[base + k] * 2;
    base -= offset + 3 * i;
    v[base] += 1;
  }
  printf("%d %d\n", k, base);
}
static void products(int n) {
  int i, k = 7;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i + 1;
    k *= 3;
    u[k] = v[i] + k;
    k++;
    u[k] = v[i] - k;
    --k;
    k = k + 2;
    u[k] = k;
    k--;
  }
  printf("%d\n", k);
}
static void recurrence(int n) {
  int i, k = 3;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    u[i] = v[i] + k;
    k += i;
  }
  printf("%d\n", k);
}
static void zero_trips(int n) {
  int i, j, k = 11, l = 5;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = 3;
    for (j = 5; j < n - 20; j++) {
      l = j;
      l += i;
      A[i][j] += l;
    }
    k += i;
    B[i][k < N ? k : 0] += 1;
  }
  printf("%d %d\n", k, l);
}
static void condition(int n) {
  int i, k = 0;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i;
    if (i > 5)
      k += 2;
    A[3][i] += k;
    u[k] = v[i];
  }
  printf("%d\n", k);
}
static void condition_data(int n) {
  int i, k = 0;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i;
    if (v[i] > 5)
      k += 2;
    A[3][i] += v[k];
  }
  printf("%d\n", k);
}
static void wraps(int n) {
  int i;
  unsigned char k = 1;
  unsigned m = 2;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i;
    k += 250;
    small[k] = i;
    m = i;
    m -= 5;
    m += 5;
    u[m] += m;
  }
  printf("%u %u\n", k, m);
}
static void wraps2(int n) {
  int i;
  unsigned m = 1;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    m = i;
    m -= 5;
    u[m / 1000000000u] += i;
    v[i] += m;
  }
  printf("%u\n", m);
}
static void places(int m) {
  int i = 3, j;
#pragma gpu_tile
  for (j = 0; j < m; j++) {
    for (i = 0; i < dims[0]; i++)
      A[i][j] += 1;
    i = dims[0] - 3;
    A[i][j] = B[i - 1][j] + i;
    i = dims[1];
    i += dims[2] - 50;
    A[i][j] = B[i + 1][j] - i;
  }
  printf("%d\n", i);
}
static void places_unsigned(int m, unsigned *d) {
  unsigned k = 0;
#pragma gpu_tile
  for (int j = 0; j < m; j++) {
    k = d[0] - 3;
    for (int i = 0; i < 4; i++)
      B[j][i] = k / 2 + 0.25 * k;
    u[j] = k;
  }
  printf("%u\n", k);
}
static void polynomial(int n, int m, double *restrict p, double *restrict q) {
  int i, j, k;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      k = i * m;
      k += j;
      p[k] = q[k] * 0.5;
    }
}
static void shortk(int n) {
  short k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    k = i;
    k <<= 1;
    k += 32760;
    u[i] = k;
    k -= 32760;
    v[k & 63] = i;
  }
  printf("%d\n", k);
}
int main(void) {
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 40 * N; i++) u[i] = i % 17, v[i] = i % 13;
    for (int i = 0; i < N * N; i++) A[i / N][i % N] = i % 7, B[i / N][i % N] = i % 5;
    compound(20, 9); compound(0, 3); products(10); products(0); recurrence(9); zero_trips(10); zero_trips(40); zero_trips(0);
    condition(40); condition_data(30); wraps(30); wraps2(10); places(20); places(0);
    unsigned d[1] = {7}; places_unsigned(30, d); d[0] = 1; places_unsigned(30, d); polynomial(7, 9, u, v); shortk(20); shortk(3);
    double s = 0; for (int i = 0; i < 40 * N; i++) s = s * 0.999 + u[i] + 2 * v[i];
    for (int i = 0; i < N * N; i++) s = s * 0.999 + A[i / N][i % N] + 2 * B[i / N][i % N];
    for (int i = 0; i < 600; i++) s += i * small[i];
    printf("%.17g\n", s);
  }
}
