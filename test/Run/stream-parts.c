// Sums that add up one row or plane after another are divided: what a row gives to all sums is added when it comes, once it is exchanged.
// The results are the original's, whatever else the statements compute, in any order of threads and without races.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=2,8 --check-text=on %s -- -O1 --args 5 20 30 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=stream %s -- -O1 --args 3 34 70 72 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=stream --tile=1,4 --block=32 %s -- -O1 --args 4 20 40 44 2> %t.err
// RUN: FileCheck --check-prefixes=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream %s -- -O1 --args 1 3 3 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 6 regions equal bit for bit
// FULL-SAME: tiles: {{[1-9][0-9]*}} full, {{[1-9][0-9]*}} partial

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,8 --block=64 --regions=marked %s --
// RUN: FileCheck --check-prefix=CUDA %s < %t/stream-parts.gputile.cu
// The last iteration comes first, and the last part: a register has one row or sum after another.
// CUDA-LABEL: stream_parts_box_{{[0-9]+}}_k0_full(
// CUDA: float B_S0_sum0[2][2]
// CUDA: float B_S0_sum1[2][2]
// CUDA: for (int p = 1; p >= 0; --p) {
// CUDA: const gpt_block_plane<float, {{.*}}, true> s0(A_S1[p][1], A_edges[turn % 2][p][lane_above], A_edges[turn % 2][p][lane_below] + 1, lane_x);
// CUDA: B_S0[p + 1][0][u][v] = gpt_mul(scale, B_S0_sum1[p][1][u][v] + (s0(u - 1, v - 1) {{.*}}) - F[
// CUDA: B_S0_sum1[p][0][u][v] = B_S0_sum0[p][1][u][v] + (s0(u - 1, v - 1) {{.*}};
// CUDA: B_S0_sum0[p][0][u][v] = s0(u - 1, v - 1) {{.*}};
// CUDA-NOT: s1(
// CUDA: // Other blocks.

#include <stdio.h>
#include <stdlib.h>

#define LINE(i, j, k) (A[i][j][(k) - 1] + A[i][j][k] + A[i][j][(k) + 1])
#define PLANE(i, j, k) LINE(i, (j) - 1, k) + LINE(i, j, k) + LINE(i, (j) + 1, k)

/* A scalar, and an array in memory behind the sum. */
static void box(int steps, int l, int n, int m, float (*A)[n][m], float (*B)[n][m], float (*F)[n][m], float scale) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          B[i][j][k] = scale * (PLANE(i - 1, j, k) + PLANE(i, j, k) + PLANE(i + 1, j, k)) - F[i][j][k];
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

/* Two arrays take turns; 27 terms without parentheses, with differences, and a division. */
static void turns(int steps, int l, int n, int m, float (*A)[n][m], float (*B)[n][m]) {
#define TERMS(X, i, j, k)                                                                                              \
  X[i][(j) - 1][(k) - 1] + X[i][(j) - 1][k] - X[i][(j) - 1][(k) + 1] + 2 * X[i][j][(k) - 1] + X[i][j][k] +             \
      0.5f * X[i][j][(k) + 1] - X[i][(j) + 1][(k) - 1] + X[i][(j) + 1][k] + X[i][(j) + 1][(k) + 1]
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          B[i][j][k] = (TERMS(A, i - 1, j, k) + TERMS(A, i, j, k) + TERMS(A, i + 1, j, k)) / 17;
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          A[i][j][k] = (TERMS(B, i - 1, j, k) + TERMS(B, i, j, k) + TERMS(B, i + 1, j, k)) / 13;
  }
}

/* Integers; two planes above; a plane is left out, and a sum goes back to an earlier one. */
static void integers(int steps, int l, int n, int m, int (*A)[n][m], int (*B)[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          B[i][j][k] = (A[i - 2][j - 1][k] + 3 * A[i - 2][j][k + 1] - A[i][j][k - 1] + A[i][j + 1][k] + A[i - 2][j][k] +
                        A[i + 1][j][k - 1] + A[i - 2][j + 1][k]) & 0xffff;
    for (int i = 2; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          A[i][j][k] = B[i][j][k] + t;
  }
}

/* Rows of two dimensions. */
static void rows(int steps, int n, int m, double (*A)[m], double (*B)[m], double near, double far) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = 0.1 * (far * A[i - 1][j - 1] + near * A[i - 1][j] + far * A[i - 1][j + 1] + near * A[i][j - 1] +
                         A[i][j] + near * A[i][j + 1] + far * A[i + 1][j - 1] + near * A[i + 1][j] +
                         far * A[i + 1][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = B[i][j];
  }
}

/* A statement that changes the cell that it writes; another one behind it. */
static void changed(int steps, int l, int n, int m, double (*A)[n][m], double (*B)[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          B[i][j][k] += 0.1 * (PLANE(i - 1, j, k) + PLANE(i, j, k) + PLANE(i + 1, j, k));
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          A[i][j][k] = A[i][j][k] * 0.25 + B[i][j][k];
  }
}

/* Sizes that the compiler knows. */
static float A[24][36][40], next[24][36][40];
static void fixed(int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 23; i++)
      for (int j = 1; j < 35; j++)
        for (int k = 1; k < 39; k++)
          next[i][j][k] = (PLANE(i - 1, j, k) + PLANE(i, j, k) + PLANE(i + 1, j, k)) / 27;
    for (int i = 1; i < 23; i++)
      for (int j = 1; j < 35; j++)
        for (int k = 1; k < 39; k++)
          A[i][j][k] = next[i][j][k];
  }
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  const int steps = atoi(argv[1]), l = atoi(argv[2]), n = atoi(argv[3]), m = atoi(argv[4]);
  const size_t count = (size_t)l * (size_t)n * (size_t)m;
  float *f[5];
  double *d[4];
  int *k[2];
  for (int a = 0; a < 5; a++) {
    f[a] = malloc(count * sizeof(float));
    for (size_t e = 0; e < count; e++)
      f[a][e] = (float)((e * 7 + a) % 13) * 0.1f;
  }
  for (int a = 0; a < 4; a++) {
    d[a] = malloc(count * sizeof(double));
    for (size_t e = 0; e < count; e++)
      d[a][e] = (double)((e * 5 + a) % 11) * 0.1;
  }
  for (int a = 0; a < 2; a++) {
    k[a] = malloc(count * sizeof(int));
    for (size_t e = 0; e < count; e++)
      k[a][e] = (int)((e * 3 + a) % 17);
  }
  for (int i = 0; i < 24 * 36 * 40; i++)
    A[0][0][i] = (float)(i % 7);
  box(steps, l, n, m, (void *)f[0], (void *)f[1], (void *)f[2], 0.03f);
  turns(steps, l, n, m, (void *)f[3], (void *)f[4]);
  integers(steps, l, n, m, (void *)k[0], (void *)k[1]);
  rows(steps, n, m, (void *)d[0], (void *)d[1], 0.7, 0.3);
  changed(steps, l, n, m, (void *)d[2], (void *)d[3]);
  fixed(steps);
  double sum = 0;
  for (size_t e = 0; e < count; e++)
    sum += f[0][e] + f[1][e] + f[3][e] + f[4][e] + d[0][e] + d[1][e] + d[2][e] + d[3][e] + k[0][e] + k[1][e];
  printf("%.17g %.9g\n", sum, A[12][18][20]);
  return 0;
}
