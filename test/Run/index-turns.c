// Integers that take turns, as those that say which plane of an array is the next one: k = 1 - k, or an exchange.
// Iterations of the time loop are taken together, each with its own planes. Behind the region they stand as the loop
// leaves them, whose number of iterations is odd, even or none.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 7 40 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: cp %s %t.cpp && %gputile_run --backend=cpu --check --order=random:7 %t.cpp -- -O1 --args 6 21 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --scheme=parallel --order=reverse %s -- -O1 --args 8 9 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 0 9 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 7 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>

#define N 40
static double A[4][N], P[2][N][N];

static void differences(int T, int n) {
  int cur = 0;
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[1 - cur][i] = A[cur][i - 1] * 0.5 + A[cur][i + 1] * 0.25;
    cur = 1 - cur;
  }
  printf("%d\n", cur);
}
static void exchanged(int T, int n, int cur, int next) {
// CHECK: [[#@LINE+3]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+2]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur' and 'next'
// CHECK: [[#@LINE+1]]:9: note: the original loops run unless {{.*}}next >= cur + 1 || cur >= next + 1
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[next][i] = A[cur][i - 1] * 0.5 + A[cur][i + 1] * 0.25;
    int tmp = cur;
    cur = next;
    next = tmp;
  }
  printf("%d %d\n", cur, next);
}
static void next_of_each(int T) {
  int cur = 1;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int t = T; t > 0; t--) {
    int next = 1 - cur;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        P[next][i][j] = 0.2 * (P[cur][i][j] + P[cur][i - 1][j] + P[cur][i + 1][j] + P[cur][i][j - 1] + P[cur][i][j + 1]);
    cur = next;
  }
  printf("%d\n", cur);
}
static void three(int T, int n) {
  long a = 0, b = 1, c = 2;
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: 3 iterations as one for 'a', 'b' and 'c'
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[c][i] = 2 * A[b][i] - A[a][i] + 0.1 * (A[b][i - 1] + A[b][i + 1]);
    long old = a;
    a = b;
    b = c;
    c = old;
  }
  printf("%ld %ld %ld\n", a, b, c);
}
// The value is used between, and not as a subscript alone.
static void in_between(int T, int n) {
  int k = 2;
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++)
      A[k][i] += A[3 - k][i] * 0.5 + k;
    k = 3 - k;
    for (int i = 0; i < n; i++)
      A[k][i] += k * t;
  }
  printf("%d\n", k);
}
// The same plane twice: the guard fails.
static void one_plane(int T, int n) {
  int cur = 3, next = 3;
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      A[next][i] = A[cur][i - 1] * 0.5 + A[cur][i + 1] * 0.25;
    int tmp = cur;
    cur = next;
    next = tmp;
  }
}
// A variable that a pointer reaches, and another assignment that data decides: no turns.
static void reached(int T, int n, int *which) {
  int cur = 0;
  int *p = &cur;
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: region left on the CPU
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) A[1 - cur][i] = A[cur][i] + *which;
    cur = 1 - cur;
  }
  printf("%d\n", *p);
}
static void stepped(int T, int n) {
  int cur = 0;
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: region left on the CPU
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++) A[1 - cur][i] = A[cur][i];
    cur = 1 - cur;
    if (A[cur][0] > 100) cur = 0;
  }
  printf("%d\n", cur);
}
// Numbers that are data of statements.
static void values(int T, int n) {
  int a = 1, b = 7;
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++)
      A[0][i] += a * i;
    int c = b;
    b = a;
    a = c;
  }
  printf("%d %d\n", a, b);
}
static void fibonacci(int T) {
  int a = 1, b = 1;
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    int c = a + b;
    a = b;
    b = c;
    A[0][t] += a;
  }
  printf("%d %d\n", a, b);
}
int main(int argc, char **argv) {
  const int T = atoi(argv[1]), n = atoi(argv[2]);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i + j) % 7;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      P[0][i][j] = P[1][i][j] = (i * j) % 5;
  differences(T, n);
  exchanged(T, n, 0, 1);
  next_of_each(T);
  three(T, n);
  in_between(T, n);
  one_plane(T, n);
  int which = 1;
  reached(T, n, &which);
  stepped(T, n);
  values(T, n);
  fibonacci(T);
  double s = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < N; j++)
      s += A[i][j] * (i + 1 + j % 3);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += P[0][i][j] + 2 * P[1][i][j];
  printf("%.17g\n", s);
  return 0;
}
