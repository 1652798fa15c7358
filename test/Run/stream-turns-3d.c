// Streamed time steps in three dimensions where arrays take turns. Of the array that launches do not hand on,
// iterations also read cells that none writes: those at the boundary, and in the midst of it. Blocks find
// them in memory in every iteration. The results are the original's, for odd and even numbers of iterations.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=1,4 %s -- -O1 --args 6 14 17 23 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=stream --tile=1,6 --block=32 %s -- -O1 --args 3 22 38 40 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// SAME: gputile-run: SAME: 4 regions equal bit for bit
// FULL-SAME: tiles: {{[1-9][0-9]*}} full, {{[1-9][0-9]*}} partial

// Only one of two arrays has a second buffer, and only blocks at borders look for cells that are not written.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,32 %s --
// RUN: FileCheck --check-prefix=CUDA %s < %t/stream-turns-3d.gputile.cu
// CUDA-LABEL: exchange_{{[0-9]+}}_k0
// CUDA-NOT: v_from
// CUDA: const unsigned v_others = i >= v_plane_first && i <= v_plane_last ? v_found & ~v_written : 0u;
// CUDA-NEXT: if (v_others != 0)
// CUDA-NEXT: gpt_load_others<{{.*}}>(v_S0[p + 1][0], v_to +
// CUDA-NOT: u_others

// By default, too, where it suits.
// RUN: %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck --check-prefix=AUTO %s
// AUTO: remark: region runs on the GPU: scheme stream

#include <stdio.h>
#include <stdlib.h>

static void exchange(int steps, int n, int m, int l, float (*u)[m][l], float (*v)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          v[i][j][k] = 0.125f * (u[i][j][k] + u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                                 u[i][j][k - 1] + u[i][j][k + 1]);
    float(*w)[m][l] = u;
    u = v;
    v = w;
  }
}

static void planes(int steps, int n, int m, int l, double (*A)[n][m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          A[(t + 1) % 2][i][j][k] =
              0.1 * (A[t % 2][i - 1][j - 1][k - 1] + A[t % 2][i - 1][j + 1][k] + A[t % 2][i][j - 1][k + 1] +
                     A[t % 2][i][j + 1][k - 1] + A[t % 2][i + 1][j + 1][k + 1] + A[t % 2][i + 1][j][k - 1]);
}

static void hollow(int steps, int n, int m, int l, float *a, float *b) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          if (i + j > 8)
            b[(i * m + j) * l + k] = a[(i * m + j) * l + k] + 0.25f * a[((i - 1) * m + j) * l + k] -
                                     0.5f * a[(i * m + j - 1) * l + k] + 0.125f * a[(i * m + j) * l + k + 1];
    float *c = a;
    a = b;
    b = c;
  }
}

static void wave(int steps, int n, int m, int l, float (*p)[m][l], float (*q)[m][l], float (*r)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          r[i][j][k] = 1.5f * q[i][j][k] - p[i][j][k] +
                       0.1f * (q[i - 1][j][k] + q[i + 1][j][k] + q[i][j - 1][k] + q[i][j + 1][k] - q[i][j][k + 1]);
    float(*s)[m][l] = p;
    p = q;
    q = r;
    r = s;
  }
}

int main(int argc, char **argv) {
  const int steps = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]), l = atoi(argv[4]);
  const int size = n * m * l;
  float *F[7];
  double *D = malloc(sizeof(double) * 2 * size);
  for (int f = 0; f < 7; f++)
    F[f] = malloc(sizeof(float) * size);
  for (int i = 0; i < size; i++) {
    for (int f = 0; f < 7; f++)
      F[f][i] = 0.01f * (float)((i * 7 + f) % 13);
    for (int f = 0; f < 2; f++)
      D[f * size + i] = 0.1 * ((i * 5 + f) % 11);
  }
  exchange(steps, n, m, l, (float (*)[m][l])F[0], (float (*)[m][l])F[1]);
  planes(steps, n, m, l, (double (*)[n][m][l])D);
  hollow(steps, n, m, l, F[2], F[3]);
  wave(steps, n, m, l, (float (*)[m][l])F[4], (float (*)[m][l])F[5], (float (*)[m][l])F[6]);
  double sum = 0;
  for (int i = 0; i < size; i++) {
    for (int f = 0; f < 7; f++)
      sum += F[f][i] * (i % 7 + f);
    sum += D[i] * (i % 3) + D[size + i] * (i % 5);
  }
  printf("%.17g\n", sum);
  return 0;
}
