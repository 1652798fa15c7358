// Loops whose conditions step their counter, `do { … } while (++i < n);` and `while (i-- > 0)`, and loops over counters
// that are declared in the region in front of them: counted, with the last values behind them, in C and C++.
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 30 2>&1 | FileCheck %s
// RUN: cp %s %t.cpp && %gputile_run --backend=cpu --check --order=random:3 %t.cpp -- -O1 --args 9 2>&1 | FileCheck %s
// Bodies that run though the condition does not hold in front of them.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 0 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --scheme=wavefront %s -- -O1 --args 1 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME: 12 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define N 64
static double A[N][N], B[N][N], u[N], v[N];

static void steps(int n) {
  int t = 0;
#pragma gpu_tile
  do {
    for (int i = 1; i < N - 1; i++)
      v[i] = u[i - 1] * 0.25 + u[i + 1] * 0.5;
    for (int i = 1; i < N - 1; i++)
      u[i] = v[i];
  } while (++t < n);
  printf("%d\n", t);
}
static void steps_down(int n) {
  int k = n;
#pragma gpu_tile
  do
    for (int i = 0; i < N; i++)
      A[i][k] += u[k] * 0.5;
  while (--k >= 0);
  printf("%d\n", k);
}
static void steps_inside(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    short k = 1;
    do {
      B[i][k] += v[k];
    } while (++k < n);
    u[i] += k;
  }
}
static void counts_down(int n) {
  int k = n;
#pragma gpu_tile
  while (k-- > 0)
    for (int i = 0; i < n; i++)
      A[i][k] += B[k][i];
  printf("%d\n", k);
}
static void counts_down_inside(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    unsigned k = (unsigned)n;
    while (k--) {
      double x = A[i][k];
      B[i][k] -= x;
    }
    v[i] = 1;
  }
}
static void starts_before(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = i / 2, l = n - 1;
    for (; k < n / 2; k += 2)
      A[i][k] += v[k];
    for (; k < n; k++)
      A[i][k] -= v[k];
    for (; l > i; --l)
      A[i][l] *= 2;
    B[i][0] += k + l;
  }
}
static void starts_in_nest(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int j = 0;
    const int last = n - 1;
    for (; j < last; ++j) {
      int k = j + 1;
      while (k < n) {
        B[i][k] += u[j] * k;
        k++;
      }
    }
  }
}
static void repeats(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    do {
      B[i][k] += u[k];
      k++;
    } while (k < n);
  }
}
// The first value is data: the loop is text of a statement.
static void starts_at_data(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = (int)v[i] & 7;
    double s = 0;
    while (k-- > 0)
      s += u[k];
    v[i] = s + k;
  }
}
// Not counted: the bound is data, the counter is changed in the body, a continue.
static void bound_is_data(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    do {
      u[i] += 0.5;
    } while (++k < u[i] - 3);
    v[i] += k;
  }
}
static void changed_twice(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    do {
      if (v[i] > 4)
        k++;
      u[i] += k;
    } while (++k < n);
    v[i] += k;
  }
}
static void continued(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = n;
    while (k-- > 0) {
      if (B[i][k] > 3)
        continue;
      u[i] += k;
    }
    v[i] += k;
  }
}
int main(int argc, char **argv) {
  const int n = atoi(argv[1]);
  for (int i = 0; i < N; i++) {
    u[i] = i % 17;
    v[i] = i % 13;
    for (int j = 0; j < N; j++)
      A[i][j] = i % 7, B[i][j] = (i * j) % 35;
  }
  steps(n);
  steps_down(n);
  steps_inside(n);
  counts_down(n);
  counts_down_inside(n);
  starts_before(n);
  starts_in_nest(n);
  if (n > 0)
    repeats(n);
  starts_at_data(n);
  bound_is_data(n);
  changed_twice(n);
  continued(n);
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum += u[i] * (i + 1) + v[i];
    for (int j = 0; j < N; j++)
      sum += A[i][j] * (1 + j % 3) + B[i][j];
  }
  printf("%.17g\n", sum);
  return 0;
}
