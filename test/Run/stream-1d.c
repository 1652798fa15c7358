// Streamed time steps in one dimension: the warp owns cells of the only row there is. The results are
// the original's, in any order of threads and without races, for thin statements, neighbours at distance
// two and three, integers, and numbers of steps that bands do not divide.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=3 --check-text=on %s -- -O1 --args 7 300 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=stream %s -- -O1 --args 300 2500 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=stream --tile=5 %s -- -O1 --args 8 130 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream %s -- -O1 --args 1 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream %s -- -O1 --args 0 9 2> %t.err
// RUN: FileCheck --check-prefix=NONE %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2 %s -- -O1 --args 2 1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 4 regions equal bit for bit
// FULL-SAME: tiles: {{[1-9][0-9]*}} full, {{[1-9][0-9]*}} partial
// NONE: gputile-run: SAME

// There is no loop over rows; that over iterations stays one.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=4 %s --
// RUN: FileCheck --check-prefix=CUDA %s < %t/stream-1d.gputile.cu
// CUDA: _k0_full(
// CUDA-NOT: for (I z
// CUDA: GPT_UNROLL_BY(4)
// CUDA-NEXT: for (int p = 0; p < 4; ++p) {
// CUDA-NEXT: // S0
// CUDA-NEXT: {
// CUDA-NEXT: const gpt_cells<float, [[V:[0-9]+]], 1, 1> r0(A_S1[0][0]);
// Blocks at borders count their iterations, and choose by numbers, without predicates.
// CUDA: GPT_TILE(partial)
// CUDA: const int p_count = (int)gpt_min((I)4, steps - 1 - (2 * h0 + h1) * 4 + 1);
// CUDA: for (int p = 0; p < p_count; ++p) {
// CUDA-NOT: if (
// CUDA: A_S1[1][0][v] = gpt_choose(S1_mask[v], A_S1[1][0][v], A_S1[0][0][v]);

#include <stdio.h>
#include <stdlib.h>

static void jacobi(int steps, int n, float *A, float *B) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.33333f * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

static void wide(int steps, int n, double *A, double *B) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 3; i < n - 2; i++)
      B[i] = 0.2 * (A[i - 3] + A[i - 1] + A[i] + A[i + 1] + A[i + 2]);
    A[0] = t;
    for (int i = 2; i < n - 2; i++)
      A[i] = 0.9 * B[i] + 0.05 * (B[i - 1] + B[i + 1]);
  }
}

static void wave(int steps, int n, const float *c, float *E, float *H) {
#pragma gpu_tile
  for (int t = 2; t < steps + 2; t++) {
    E[0] = 0.5f * t;
    for (int i = 1; i < n; i++)
      E[i] -= c[i] * (H[i] - H[i - 1]);
    for (int i = 0; i < n - 1; i++)
      H[i] -= 0.7f * (E[i + 1] - E[i]);
  }
}

static void count(int steps, int n, unsigned *K, unsigned *L) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      K[i] = 3u * L[i] + L[i - 1] + (unsigned)i * (unsigned)t;
    for (int i = 0; i < n; i++)
      L[i] ^= K[i];
  }
}

int main(int argc, char **argv) {
  const int steps = atoi(argv[1]), n = atoi(argv[2]);
  float *F[5];
  double *D[2];
  unsigned *U[2];
  for (int f = 0; f < 5; f++)
    F[f] = malloc(sizeof(float) * n);
  for (int f = 0; f < 2; f++) {
    D[f] = malloc(sizeof(double) * n);
    U[f] = malloc(sizeof(unsigned) * n);
  }
  for (int i = 0; i < n; i++) {
    for (int f = 0; f < 5; f++)
      F[f][i] = 0.01f * (float)((i * 7 + f) % 13);
    for (int f = 0; f < 2; f++) {
      D[f][i] = 0.1 * ((i * 5 + f) % 11);
      U[f][i] = (unsigned)(i * 31 + f);
    }
  }
  jacobi(steps, n, F[0], F[1]);
  wide(steps, n, D[0], D[1]);
  wave(steps, n, F[2], F[3], F[4]);
  count(steps, n, U[0], U[1]);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    for (int f = 0; f < 5; f++)
      sum += F[f][i] * (i % 7);
    for (int f = 0; f < 2; f++)
      sum += D[f][i] * (i % 3) + U[f][i] % 1000;
  }
  printf("%.17g\n", sum);
  return 0;
}
