// Statements that read what they have written themselves: long blocks of elements with numbers in
// their subscripts, conditions, inlined functions, neighbours in the order of a sweep.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK-NOT: on one thread
// CHECK: gputile-run: SAME: 12 regions equal bit for bit, same output
#include <stdio.h>

#define N 24
static double A[N][N][5], B[N][N][5], C[N][N][5][5], r[N][N][5];
static int flags[N][4], counts[4];

static void one_after_the_other(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      A[i][j][0] = B[i][j][0] * 0.5;
      A[i][j][1] = B[i][j][1] - A[i][j][0];
      A[i][j][2] = A[i][j][1] * A[i][j][0] + A[i][j][2];
      A[i][j][0] = A[i][j][2] - A[i][j][0];
      A[i][j][3] = A[i][j][0] + A[i][j][3];
      A[i][j][3] += A[i][j][1];
      A[i][j][4] = A[i][j][3];
    }
}
static void old_and_new_in_one_expression(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      A[i][j][0] = A[i][j][0] * 0.75 + 1;
      A[i][j][1] = A[i][j][1] + A[i][j][0];
      A[i][j][0] = A[i][j][0] - A[i][j][1] * 0.125;
      A[i][j][2] = (A[i][j][3] = A[i][j][0] + 2) * 0.5;
      A[i][j][4] = A[i][j][3] + A[i][j][2];
    }
}
static void where_data_says_so(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = B[i][j][0];
      if (t > 0.5) {
        A[i][j][0] = t;
        B[i][j][1] = A[i][j][0] * 2;
      }
      A[i][j][1] = A[i][j][0] + t;
      if (t > 0.25)
        A[i][j][1] = A[i][j][1] * t;
      else
        A[i][j][2] = t;
      B[i][j][2] = A[i][j][1] + A[i][j][2];
    }
}
static void where_the_place_says_so(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = B[i][j][3];
      if (i < 7)
        A[i][j][3] = t * 3;
      if (i < 5)
        B[i][j][4] = A[i][j][3] - t;
      if (i < 11)
        A[i][j][4] = A[i][j][3] + t;
      B[i][j][3] = t + A[i][j][4];
    }
}
static void in_loops_of_the_text(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = B[i][j][0];
      A[i][j][0] = t;
      int k = 0;
      while (k < 3 && t < 100) {
        A[i][j][0] = A[i][j][0] * 0.5 + A[i][j][1];
        A[i][j][2] = t;
        t += A[i][j][0];
        k++;
      }
      A[i][j][1] = A[i][j][0] + A[i][j][2];
    }
}
static void scalars_and_their_neighbours(int n) {
  double first, second;
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      first = B[i][j][0] + B[i - 1][j][0];
      A[i][j][0] = first;
      second = A[i][j][0] * first;
      A[i][j][1] = second - A[i][j][0];
      first = A[i][j][1] + second;
      A[i][j][2] = first;
    }
}
static void product_sub(double a[5][5], double b[5], double c[5]) {
  c[0] = c[0] - a[0][0] * b[0] - a[1][0] * b[1] - a[2][0] * b[2] - a[3][0] * b[3] - a[4][0] * b[4];
  c[1] = c[1] - a[0][1] * b[0] - a[1][1] * b[1] - a[2][1] * b[2] - a[3][1] * b[3] - a[4][1] * b[4];
  c[2] = c[2] - a[0][2] * b[0] - a[1][2] * b[1] - a[2][2] * b[2] - a[3][2] * b[3] - a[4][2] * b[4];
  c[3] = c[3] - a[0][3] * b[0] - a[1][3] * b[1] - a[2][3] * b[2] - a[3][3] * b[3] - a[4][3] * b[4];
  c[4] = c[4] - a[0][4] * b[0] - a[1][4] * b[1] - a[2][4] * b[2] - a[3][4] * b[3] - a[4][4] * b[4];
}
static void eliminate(double m[5][5], double v[5]) {
  double pivot, factor;
  pivot = 1.0 / m[0][0];
  m[1][0] = m[1][0] * pivot;
  m[2][0] = m[2][0] * pivot;
  v[0] = v[0] * pivot;
  factor = m[0][1];
  m[1][1] = m[1][1] - factor * m[1][0];
  m[2][1] = m[2][1] - factor * m[2][0];
  v[1] = v[1] - factor * v[0];
  pivot = 1.0 / m[1][1];
  m[2][1] = m[2][1] * pivot;
  v[1] = v[1] * pivot;
  factor = m[1][0];
  m[2][0] = m[2][0] - factor * m[2][1];
  v[0] = v[0] - factor * v[1];
  factor = m[1][2];
  m[2][2] = m[2][2] - factor * m[2][1];
  v[2] = v[2] - factor * v[1];
}
static void sweep(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) {
      product_sub(C[i][j], r[i][j - 1], r[i][j]);
      eliminate(C[i][j], r[i][j]);
    }
}
static void sweep_in_scratch_memory(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double m[N][5][5];
    for (int j = 0; j < n; j++) {
      m[j][0][0] = 3 + B[i][j][0];
      m[j][0][1] = m[j][0][0] * 0.25;
      m[j][0][2] = m[j][0][1] - B[i][j][1];
      m[j][1][0] = m[j][0][2] + 1;
      m[j][1][1] = 5 + m[j][1][0];
      m[j][1][2] = m[j][1][1] - m[j][0][0];
      m[j][2][0] = B[i][j][2];
      m[j][2][1] = m[j][2][0] + m[j][1][2];
      m[j][2][2] = 7;
    }
    eliminate(m[0], r[i][0]);
    for (int j = 1; j < n; j++) {
      m[j][0][0] = m[j][0][0] - m[j - 1][1][0] * 0.125;
      m[j][0][1] = m[j][0][1] - m[j - 1][1][1] * 0.125;
      m[j][0][2] = m[j][0][2] - m[j - 1][1][2] * 0.125;
      m[j][2][2] = m[j][2][2] + m[j - 1][2][2];
      eliminate(m[j], r[i][j]);
    }
  }
}
static void sweeps_in_two_directions(int n) {
  // Each alone is parallel in one of the loops: no statement for both.
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      A[i][j][0] = A[i - 1][j][0] * 0.5 + 1;
      A[i][j][1] = A[i - 1][j][1] * 0.5 + 2;
      B[i][j][0] = B[i][j - 1][0] * 0.5 + 3;
      B[i][j][1] = B[i][j - 1][1] * 0.5 + 4;
    }
}
static void what_others_read(int n) {
  // The first is parallel behind the second.
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) {
      A[i][j][0] = A[i - 1][j][1];
      A[i][j][1] = B[i][j][2];
      A[i][j][2] = A[i][j][1] * 2;
      A[i][j][3] = A[i][j][2] + B[i][j][1];
      A[i][j][4] = A[i][j][3] * 2;
    }
}
static void integers(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    flags[i][0] = 1;
    flags[i][1] = flags[i][0] + i;
    flags[i][0] += flags[i][1];
    flags[i][2] = flags[i][0]++;
    flags[i][3] = flags[i][0] + flags[i][2];
  }
}
static void sums_of_several_elements(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    counts[0] += flags[i][0];
    counts[1] += flags[i][1];
    counts[2] += flags[i][2];
    counts[3] += flags[i][3];
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < 5; k++) {
        A[i][j][k] = (i * 7 + j * 3 + k) % 11 * 0.25;
        B[i][j][k] = (i * 5 + j * 2 + k) % 13 * 0.125;
        r[i][j][k] = (i + j * 3 + k * 5) % 7 * 0.5;
        for (int l = 0; l < 5; l++)
          C[i][j][k][l] = (k == l) * 4 + (i + j + k * 2 + l) % 5 * 0.25;
      }
  one_after_the_other(N);
  old_and_new_in_one_expression(N);
  where_data_says_so(N);
  where_the_place_says_so(N);
  in_loops_of_the_text(N);
  scalars_and_their_neighbours(N);
  sweep(N);
  sweep_in_scratch_memory(N);
  sweeps_in_two_directions(N);
  what_others_read(N);
  integers(N);
  sums_of_several_elements(N);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < 5; k++)
        sum += A[i][j][k] * (k + 1) - B[i][j][k] + r[i][j][k] + C[i][j][k][2];
  printf("%.17g %d %d %d %d\n", sum, counts[0], counts[1], counts[2], counts[3]);
  return 0;
}
