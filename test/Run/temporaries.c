// Temporaries of the function, last values of loops that may be empty, and code that never runs.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 12 regions equal bit for bit, same output
#include <stdio.h>

#define N 70
static double X[N][N], Y[N][N], u[N], v[N], small[10];

static void shared_by_two(int n, int m) {
  int i, j;
  double left, right;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      left = X[i][j];
      right = j ? X[i][j - 1] : left;
      Y[i][j] = left * right;
    }
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      left = Y[i][j];
      X[i][j] = left * 0.5;
    }
}
static void in_a_loop(int n, int steps) {
  int i, t;
  double old;
  for (t = 0; t < steps; t++) {
#pragma gpu_tile
    for (i = 0; i < n; i++) {
      old = u[i];
      v[i] = old + t;
    }
    if (t % 2)
      continue;
#pragma gpu_tile
    for (i = 0; i < n; i++) {
      old = v[i];
      u[i] = old * 0.75;
    }
  }
}
static void by_switch(int which, int n) {
  int i;
  double w = -1;
  switch (which) {
  case 0:
#pragma gpu_tile
    for (i = 0; i < n; i++) {
      w = u[i];
      v[i] = w * 3;
    }
    break;
  default:
    printf("%a\n", w);
  }
  goto behind;
again:
  w = 7;
  printf("%a\n", w);
  return;
behind:
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    w = v[i];
    u[i] = w - 3;
  }
  goto again;
}
static double last_values(int n, int m) {
  double s = 0.5, t = 0.25;
  int i = -7;
#pragma gpu_tile
  {
    for (i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        X[i][j] += 1;
    for (int k = 0; k < m; k++)
      s = X[0][k];
    if (n > 3)
      t = X[2][2];
  }
  return s * 3 + t + i;
}
static double last_of_all(int n) {
  double s;
  s = n;
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      v[i] = 2 * u[i];
    for (int i = 0; i < n; i++)
      s = v[i];
  }
  return s;
}
static void used_by_some(int n, int m) {
  double w;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    w = u[i] * 2;
    v[i] = i < m ? w : 1;
    if (i > m)
      v[i] += w;
  }
}
static void never(int n, unsigned k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double w = 0.5 * i;
    if (i > i + 1)
      v[i] = w;
    if (n > 5 && n < 3)
      v[i] = 3;
    v[i] += i < 0 ? X[i][i] : w;
    if (u[i] > 1e30)
      v[i] += small[i + 10];
    if (k < 0 || i < 0)
      w = Y[i][0];
    else
      w = w + 1;
    u[i] = w;
  }
}
static void excluded(unsigned n) {
#pragma gpu_tile
  {
    for (int i = 0; i < 60; i++)
      if (n < 5)
        u[i] = 5;
    for (int i = 0; i < 60; i++)
      v[i] = n < 5 ? X[i][0] : v[i];
    for (unsigned i = 0; i < n - 5; i++)
      u[i] += v[i];
  }
}
static double sum_and_last(int n, int m) {
  double last = 4;
  int j;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    u[i] = 0;
    for (j = i; j < m; j++)
      u[i] += X[i][j];
    if (i == n - 1)
      last = u[i];
  }
  return last;
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {0, 9}, {1, 1}, {9, 0}, {33, 8}, {64, 31}, {65, 70}};
  for (int i = 0; i < N; i++) {
    u[i] = i * 0.5, v[i] = 30 - i;
    for (int j = 0; j < N; j++)
      X[i][j] = (i * 31 + j * 17) % 101 - 50, Y[i][j] = (i * 5 + j * 7) % 53;
  }
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    const int n = sizes[k][0], m = sizes[k][1];
    shared_by_two(n, m), in_a_loop(n, 3), by_switch(k % 2, n), used_by_some(n, m), never(n, (unsigned)m);
    printf("%a %a %a\n", last_values(n, m), last_of_all(n), sum_and_last(n, m));
    excluded(5u + (unsigned)n / 2);
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum = sum * 0.875 + u[i] + v[i];
      for (int j = 0; j < N; j++)
        sum = sum * 0.96875 + X[i][j] + Y[i][j];
    }
    printf("%a\n", sum);
  }
  return 0;
}
