// Integers that two iterations of a loop give back their value, as the first element of each row of a red-black sweep.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 9 1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:3 --tile=3,5 %s -- -O1 --args 14 2 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check %s -- -O1 --args 3 -4 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20
static double u[N][N], f[N][N];

// The counters of a pass and of its rows, in the heads of the loops.
static void in_heads(int n, int first) {
  int pass, i, j, row, start = first;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (pass = 1; pass <= 2; pass++, start = 3 - start)
    for (row = start, j = 2; j < n; j++, row = 3 - row)
      for (i = row + 1; i < n; i += 2)
        u[j][i] = 0.25 * (u[j + 1][i] + u[j - 1][i] + u[j][i + 1] + u[j][i - 1] - f[j][i]);
  printf("%d %d\n", start, row);
}
// In bodies, in a time loop, with the greatest change.
static double in_bodies(int n, int sweeps) {
  double most = 0;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int t = 0; t < sweeps; t++) {
    int start = 1;
    for (int pass = 0; pass < 2; pass++) {
      int row = start;
      for (int j = 1; j < n; j++) {
        for (int i = row; i < n; i += 2) {
          double change = 0.25 * (u[j + 1][i] + u[j - 1][i] + u[j][i + 1] + u[j][i - 1]) - u[j][i] - f[j][i];
          most = fmax(most, fabs(change));
          u[j][i] += 1.25 * change;
        }
        row = 3 - row;
      }
      start = 3 - start;
    }
  }
  return most;
}
// Around what only the program knows; what it is behind the loop is read.
static int around_a_variable(int n, int k, int sum) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int j = 1; j < n; j++) {
    for (int i = 1; i < n; i++)
      if (i > k)
        u[j][i] += f[j][i] * k;
    k = sum - k;
  }
  return k;
}
static int its_sign(int n, int k) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int j = 8; j > 1; j -= 3) {
    for (int i = 5; i < n; i++)
      u[j][i] += f[j][i + (k > 0)];
    k = -k;
  }
  return k;
}
static void its_lowest_bit(int n, int k) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int j = 0; j < n; j++) {
    for (int i = k & 3; i < n; i++)
      u[j][i] = f[j][i] * 3;
    k ^= 1;
  }
}
static void a_truth_value(int n) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int t = 0; t < 2; t++) {
    int odd = t;
    for (int j = 0; j < n; j++) {
      for (int i = odd; i < n; i += 2)
        u[j][i] += f[j][i];
      odd = !odd;
    }
  }
}
// Three turns, and other values in each iteration: these are no turns, and their loops run as they are.
static void no_turns(int n) {
  int k = 1;
// CHECK: [[#@LINE+1]]:9: warning: region left on the CPU
#pragma gpu_tile
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      u[k & 3][i] += f[j][i];
    k = 7 - 2 * k;
  }
  printf("%d\n", k);
}
static void under_a_condition(int n) {
  int k = 1;
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++)
      u[j][i] += k;
    if (j != 2)
      k = 3 - k;
  }
  printf("%d\n", k);
}

int main(int argc, char **argv) {
  const int n = atoi(argv[1]), k = atoi(argv[2]);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      u[j][i] = (i * 7 + j * 3) % 11, f[j][i] = (i + j) % 5 * 0.125;
  in_heads(n, k < 0 ? 1 : k);
  printf("%.17g\n", in_bodies(n, 3));
  printf("%d %d\n", around_a_variable(n, k, n - 2), its_sign(n, k));
  its_lowest_bit(n, k);
  a_truth_value(n);
  no_turns(n < 3 ? n : 3);
  under_a_condition(n);
  double sum = 0;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      sum = sum * 1.001 + u[j][i];
  printf("%.17g\n", sum);
  return 0;
}
