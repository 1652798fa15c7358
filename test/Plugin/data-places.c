// Globals, local arrays, two dimensions, nested blocks, regions in functions that the
// block calls, and guards that fail in the middle.
// RUN: %clang -O2 %s -o %t.plain -Wno-unknown-pragmas -lm
// RUN: %clang -fplugin=%plugin -O2 -Wall -Wextra -Werror -Wno-unknown-warning-option -Rgpu-tile %s %link_rt -lm -o %t 2>&1 | FileCheck %s
// RUN: %t.plain > %t.expected
// RUN: env GPUTILE_DISABLE=1 %t 2>&1 | cmp - %t.expected
// RUN: %on_cpu %t 2>/dev/null | cmp - %t.expected
// RUN: env GPUTILE_CPU_FAIL=cuLaunchKernel:5 %on_cpu %t 2>/dev/null | cmp - %t.expected
// The same in C++.
// RUN: %clangxx -x c++ -fplugin=%plugin -O1 -Wall -Wextra -Werror -Wno-unknown-warning-option -Rgpu-tile %s %link_rt -o %t.cc 2>&1 | FileCheck %s --check-prefix=CHECK
// RUN: %on_cpu %t.cc 2>/dev/null | cmp - %t.expected
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 40 };
double grid[N][N], next[N][N];

static void sweep(double weight) {
#pragma gpu_tile
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      next[i][j] = weight * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
}

static void globals(int steps) {
  double weight = 0.25;
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: grid, next [data-kept]
#pragma gpu_tile data(copy: grid, next)
  {
    (void)sizeof(grid);
    (void)sizeof(next);
    (void)grid, (void)next;
    for (int t = 0; t < steps; t++) {
      sweep(weight);
      weight = sqrt(weight) / 2;
#pragma gpu_tile
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          grid[i][j] = next[i][j];
      if (t % 4 == 0)
        printf("step %d of %s\n", t, "globals");
    }
  }
}

// The third region reads what the caller may let overlap.
static void overlapping(int n, float *a, float *b) {
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: a, b [data-kept]
#pragma gpu_tile data(copy: a, b)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      a[i] = a[i] + 1;
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 2;
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      a[i] = a[i] - b[i];
  }
}

static double locals(int n) {
  double x[64], y[64];
  for (int i = 0; i < 64; i++)
    x[i] = i;
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: x, y [data-kept]
#pragma gpu_tile data(copyin: x, copyout: y)
  {
#pragma gpu_tile
    for (int i = 0; i < 64; i++)
      y[i] = x[i];
// CHECK-DAG: [[#@LINE+1]]:18: remark: arrays stay on the device between the regions of this block: y [data-kept]
#pragma gpu_tile data(copy: y)
    {
      for (int k = 0; k < n; k++) {
        if (k == 7)
          break;
#pragma gpu_tile
        for (int i = 0; i < 64; i++)
          y[i] = y[i] + x[i];
      }
    }
  }
  return y[63];
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      grid[i][j] = i * j % 7;
  globals(9);
  float *memory = (float *)calloc(300, sizeof(float));
  overlapping(100, memory, memory + 150);
  overlapping(100, memory, memory + 50);
  overlapping(100, memory + 50, memory);
  overlapping(100, memory, memory);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += grid[i][j] * (i + 1);
  for (int i = 0; i < 300; i++)
    sum += (double)memory[i] * i;
  printf("%a %a\n", sum, locals(9));
  free(memory);
  return 0;
}
