// Planes that an integer selects which takes turns. Where its number before the region is likely, as its initial value,
// the planes are known, and scheme stream applies; the guard tests it.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 9 40 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: cp %s %t.cpp && %gputile_run --backend=cpu --check --order=random:7 %t.cpp -- -O1 --args 6 41 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 --args 1 9 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: {{SAME}}: 7 regions equal bit for bit, same output (cpu, 7 executions;
#include <stdio.h>
#include <stdlib.h>

#define N 80
static double A[2][N][N];

static void differences(int T, int n) {
  int cur = 0;
// CHECK: [[#@LINE+3]]:9: remark: region runs on the GPU: scheme stream
// CHECK: [[#@LINE+2]]:9: note: rewritten before scheduling: 2 iterations as one for 'cur'
// CHECK: [[#@LINE+1]]:9: note: the original loops run unless cur == 0
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[1 - cur][i][j] = 0.25 * (A[cur][i - 1][j] + A[cur][i + 1][j] + A[cur][i][j - 1] + A[cur][i][j + 1]);
    cur = 1 - cur;
  }
  printf("%d\n", cur);
}
static void toggled(int T, int n) {
  unsigned cur = 1;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[cur ^ 1][i][j] = 0.25 * (A[cur][i - 1][j] + A[cur][i + 1][j] + A[cur][i][j - 1] + A[cur][i][j + 1]);
    cur ^= 1;
  }
  printf("%u\n", cur);
}
static void next_of_each(int T, int n) {
  int cur = 0;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    const int next = (cur + 1) % 2;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[next][i][j] = 0.2 * (A[cur][i][j] + A[cur][i - 1][j] + A[cur][i + 1][j] + A[cur][i][j - 1] + A[cur][i][j + 1]);
    cur = next;
  }
  printf("%d\n", cur);
}
static void exchanged(int T, int n) {
  int from = 0, to = 1;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[to][i][j] = 0.25 * (A[from][i - 1][j] + A[from][i + 1][j] + A[from][i][j - 1] + A[from][i][j + 1]);
    int old = from;
    from = to;
    to = old;
  }
  printf("%d %d\n", from, to);
}
// Both planes in each iteration.
static void both(int T, int n) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: scheme stream
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[1][i][j] = 0.25 * (A[0][i - 1][j] + A[0][i + 1][j] + A[0][i][j - 1] + A[0][i][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[0][i][j] = 0.25 * (A[1][i - 1][j] + A[1][i + 1][j] + A[1][i][j - 1] + A[1][i][j + 1]);
  }
}
// Another number, which the text does not show: the original loops run.
static int number(void) { return 1; }
static void unlikely(int T, int n) {
  int cur = 0;
  int *const other = &cur;
  if (n > 5)
    *other = number();
  int now = 0;
  for (int k = 0; k < 1; k++)
    now = number();
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU: scheme wavefront
// CHECK-NOT: now == 0
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[1 - now][i][j] = 0.25 * (A[now][i - 1][j] + A[now][i + 1][j] + A[now][i][j - 1] + A[now][i][j + 1]);
    now = 1 - now;
  }
  printf("%d\n", now + cur);
}
// So they do where a label leads back.
static void again(int T, int n) {
  int cur = 0, times = 0;
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU: scheme stream
repeat:
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[1 - cur][i][j] = 0.25 * (A[cur][i - 1][j] + A[cur][i + 1][j] + A[cur][i][j - 1] + A[cur][i][j + 1]);
    cur = 1 - cur;
  }
  cur = 1;
  if (times++ == 0)
    goto repeat;
  printf("%d\n", cur);
}
int main(int argc, char **argv) {
  const int T = atoi(argv[1]), n = atoi(argv[2]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[0][i][j] = A[1][i][j] = (i * j) % 5;
  differences(T, n);
  toggled(T, n);
  next_of_each(T, n);
  exchanged(T, n);
  both(T, n);
  unlikely(T, n);
  again(T, n);
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += A[0][i][j] + 2 * A[1][i][j] + i % 3;
  printf("%.17g\n", s);
  return 0;
}
