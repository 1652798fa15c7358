// Streamed time steps in three dimensions: planes pass through the registers of lanes that lie in two
// dimensions. The results are the original's, in any order of threads and without races, for neighbours
// in the plane's corners, several fields, boundaries, read-only arrays and integers.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=2,8 --block=32 %s -- -O1 --args 3 20 17 23 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=stream --tile=2,6 --block=32 %s -- -O1 --args 3 34 36 40 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=stream --tile=1,4 %s -- -O1 --args 2 9 40 21 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream %s -- -O1 --args 1 3 3 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2 %s -- -O1 --args 2 1 1 2 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// On a small device, warps take several blocks of planes.
// RUN: env GPUTILE_CPU_SMS=4 %gputile_run --backend=cpu --check --order=random:5 --scheme=stream --block=32 %s -- -O1 --args 3 66 36 40 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// Blocks of several warps hand on rows of planes, in any order and without races: with a barrier for each plane.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=2,8 --block=64 %s -- -O1 --args 3 20 17 23 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=stream --tile=1,7 --block=64 %s -- -O1 --args 4 23 75 50 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=stream --tile=2,4 --block=96 %s -- -O1 --args 5 11 81 47 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 4 regions equal bit for bit
// FULL-SAME: tiles: {{[1-9][0-9]*}} full, {{[1-9][0-9]*}} partial

// Lanes lie in two dimensions, and only corners that are read are exchanged.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,32 --block=32 %s --
// RUN: FileCheck --check-prefix=CUDA %s < %t/stream-3d.gputile.cu
// CUDA: const int lane_y = (int)t0 / [[LANES:[0-9]+]], lane_x = (int)t0 % [[LANES]];
// CUDA: // S0
// CUDA: const gpt_plane<float, [[LANES]], {{[0-9]+}}, {{[0-9]+}}, 1, 1, 1, 1, false> r0(A_S1[p][1]);
// CUDA: {{.*}}r0(u - 1, v){{.*}}r0(u, v + 1)

// Several warps: only rows of the star's own plane are handed on; the three planes of a box that is added up against their order all are, once each.
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,32 --block=128 %s --
// RUN: FileCheck --check-prefix=WARPS %s < %t/stream-3d.gputile.cu
// WARPS-LABEL: jacobi_{{[0-9]+}}_k0_full(
// WARPS-SAME: {{$}}
// WARPS: gpt_hand_on<1, 1, [[DOWN:[0-9]+]]>(A_edges[turn % 2][p][lane_y], A_S1[p][1], lane_x);
// WARPS-NOT: gpt_hand_on
// WARPS: __syncthreads();
// WARPS: const gpt_block_plane<float, [[DOWN]], {{[0-9]+}}, 1, 1, 1, 1, false> r0(A_S1[p][1], A_edges[turn % 2][p][lane_above], A_edges[turn % 2][p][lane_below] + 1, lane_x);
// WARPS: if (!(full || (n >= i + 2 && i >= 1))) {
// WARPS: __launch_bounds__(128,
// WARPS: GPUTILE_SHARED(float, A_edges, [2][2][{{[0-9]+}}][2][{{[0-9]+}}]);
// WARPS-LABEL: box_{{[0-9]+}}_k0
// WARPS: gpt_hand_on<1, 1, {{[0-9]+}}>(A_edges[turn % 4][p][lane_y], A_S1[p][1], lane_x);
// WARPS-NOT: gpt_hand_on
// WARPS: r0(A_S1[p][3], A_edges[(turn + 2) % 4][p][lane_above],

#include <stdio.h>
#include <stdlib.h>

static void jacobi(int steps, int n, int m, int l, float (*A)[m][l], float (*B)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          B[i][j][k] = 0.125f * (A[i][j][k] + A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] +
                                 A[i][j + 1][k] + A[i][j][k - 1] + A[i][j][k + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

static void box(int steps, int n, int m, int l, double (*A)[m][l], double (*B)[m][l],
                const double (*c)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          B[i][j][k] = 0.1 * (A[i + 1][j + 1][k + 1] + A[i + 1][j][k - 1] + A[i][j - 1][k + 1] +
                              A[i][j + 1][k - 1] + A[i - 1][j - 1][k - 1] + A[i - 1][j + 1][k]) +
                       c[i][j][k];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

static void wave(int steps, int n, int m, int l, float (*E)[m][l], float (*H)[m][l]) {
#pragma gpu_tile
  for (int t = 1; t <= steps; t++) {
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        E[0][j][k] = t;
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        for (int k = 1; k < l; k++)
          E[i][j][k] -= 0.5f * (H[i][j][k] - H[i - 1][j][k] + H[i][j][k - 1] - H[i][j - 1][k]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < m - 1; j++)
        for (int k = 0; k < l - 1; k++)
          H[i][j][k] -= 0.7f * (E[i + 1][j][k] - E[i][j][k] + E[i][j + 1][k] - E[i][j][k + 1]);
  }
}

static void count(int steps, int n, int m, int l, int (*K)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int k = 0; k < l; k++)
          K[i][j][k] = (K[i][j][k] & 1023) * 3 + i + 2 * j - k + t;
}

int main(int argc, char **argv) {
  const int steps = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]), l = atoi(argv[4]);
  const int size = n * m * l;
  float *F[4];
  double *D[3];
  int *K = malloc(sizeof(int) * size);
  for (int f = 0; f < 4; f++)
    F[f] = malloc(sizeof(float) * size);
  for (int f = 0; f < 3; f++)
    D[f] = malloc(sizeof(double) * size);
  for (int i = 0; i < size; i++) {
    for (int f = 0; f < 4; f++)
      F[f][i] = 0.01f * (float)((i * 7 + f) % 13);
    for (int f = 0; f < 3; f++)
      D[f][i] = 0.1 * ((i * 5 + f) % 11);
    K[i] = i * 31;
  }
  jacobi(steps, n, m, l, (float (*)[m][l])F[0], (float (*)[m][l])F[1]);
  box(steps, n, m, l, (double (*)[m][l])D[0], (double (*)[m][l])D[1],
      (const double (*)[m][l])D[2]);
  wave(steps, n, m, l, (float (*)[m][l])F[2], (float (*)[m][l])F[3]);
  count(steps, n, m, l, (int (*)[m][l])K);
  double sum = 0;
  for (int i = 0; i < size; i++) {
    for (int f = 0; f < 4; f++)
      sum += F[f][i] * (i % 7);
    for (int f = 0; f < 3; f++)
      sum += D[f][i] * (i % 3);
    sum += K[i];
  }
  printf("%.17g\n", sum);
  return 0;
}
