// Streamed time steps: the results are the original's, in any order of threads and without races, at
// sizes below and above those of tiles, for pairs of arrays, several fields, boundaries, boxes, integers,
// and bands that do not divide the number of steps.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=3,16 --check-text=on %s -- -O1 --args 7 40 60 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=stream %s -- -O1 --args 13 90 270 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=stream --tile=3,5 %s -- -O1 --args 8 40 300 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=1 %s -- -O1 --args 1 3 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2 %s -- -O1 --args 0 9 9 2> %t.err
// RUN: FileCheck --check-prefix=NONE %s < %t.err
// Fields without elements.
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2 %s -- -O1 --args 2 1 1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// On a small device, warps take several blocks of rows.
// RUN: env GPUTILE_CPU_SMS=1 %gputile_run --backend=cpu --check --order=random:5 --scheme=stream %s -- -O1 --args 9 130 260 2> %t.err
// RUN: FileCheck --check-prefixes=SAME,FULL %s < %t.err
// SAME: gputile-run: SAME: 6 regions equal bit for bit
// FULL-SAME: tiles: {{[1-9][0-9]*}} full, {{[1-9][0-9]*}} partial
// NONE: gputile-run: SAME

// Which stages there are, and what a block does of them.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --scheme=stream --tile=4,32 %s --
// RUN: FileCheck --check-prefix=CUDA %s < %t/stream.gputile.cu
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// JSON: "value": "stream"
// CUDA: template <bool Aligned, typename I>
// CUDA-NEXT: static __device__ __forceinline__ void {{.*}}_k0_full(
// CUDA: const I z_first = 32 * b0 - 5, z_last = 32 * b0_last + {{[0-9]+}};
// CUDA: gpt_load_cells<1, 4>({{.*}}, Aligned);
// CUDA: for (int p = 0; p < 4; ++p) {
// CUDA-NEXT: if (full || z >= z_first + 2 + 2 * p) {
// CUDA-NEXT: // S0
// CUDA-NEXT: {
// CUDA-NEXT: const gpt_cells<float, 4, 1, 1> r0(A_S1[p][1]);
// CUDA-NEXT: GPT_UNROLL
// CUDA-NEXT: for (int v = 0; v < 4; ++v) {
// CUDA-NEXT: B_S0[p + 1][0][v] = {{.*}}r0[v - 1]{{.*}}A_S1[p][2][v] + A_S1[p][0][v]
// CUDA: gpt_store_cells<1, 4>(B_to {{.*}}, false);
// CUDA: gpt_store_cells<1, 4>(A_to {{.*}}, Aligned);
// CUDA: template <bool Last, typename I>
// CUDA-NEXT: static __device__ __forceinline__ void {{.*}}_k0_border(
// CUDA: const int B_last_step = Last && {{.*}} : -1;
// CUDA: if (p == B_last_step) {
// CUDA: gpt_store_some<1, 4>(B_to {{.*}}, false);
// CUDA: __launch_bounds__(32, sizeof(I) == 4 ? 16 : 8)
// CUDA: const I b0_last = gpt_min(b0 + b0_each, b0_first + b0_count) - 1;
// CUDA: GPT_TILE(full)
// CUDA-NEXT: if (gpt_cells_aligned<4>(A, A_stride0) && gpt_cells_aligned<4>(A_next0, A_next0_stride0))
// CUDA-NEXT: _k0_full<true>(
// CUDA: else
// CUDA-NEXT: _k0_full<false>(
// CUDA: GPT_TILE(partial)
// CUDA-NEXT: if (8 * h0 + 4 * h1 + 4 >= steps)
// CUDA-NEXT: _k0_border<true>(
// CUDA: else
// CUDA-NEXT: _k0_border<false>(

// Without rows that clause tile gives, warps at borders take fewer.
// RUN: %gputile --output-dir=%t --scheme=stream %s --
// RUN: FileCheck --check-prefix=EDGES %s < %t/stream.gputile.cu
// EDGES: const I b0 = b0_first + gpt_row_first((I)blockIdx.x, b0_count, b1_count, b0_each);
// EDGES-NEXT: const I b0_last = b0_first + gpt_row_last((I)blockIdx.x, b0_count, b1_count, b0_each);
// EDGES-NEXT: if (b0 <= b0_last) {
// EDGES-NEXT: const I b1 = b1_first + gpt_row_column((I)blockIdx.x, b0_count, b1_count, b0_each);
// EDGES: const long long b0_each = run.rowBlocks(b0_count, b1_count, 8, {{[0-9]+}}, {{[0-9]+}});
// EDGES-NEXT: const dim3 grid(gpt_grid_x(gpt_row_warps(b0_count, b1_count, b0_each)));

#include <stdio.h>
#include <stdlib.h>

static void jacobi(int steps, int n, int m, float (*A)[m], float (*B)[m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = 0.2f * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = B[i][j];
  }
}

/* A step from A to B and one back; the loop starts elsewhere and counts in twos. */
static void pair(int steps, int n, int m, double (*A)[m], double (*B)[m], double (*F)[m]) {
#pragma gpu_tile
  for (int t = 3; t < 2 * steps + 3; t += 2) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = 0.25 * (A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]) + t * F[i][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = 0.25 * (B[i][j - 1] + B[i][j + 1] + B[i - 1][j] + B[i + 1][j]) - F[i - 1][j];
  }
}

static void fdtd(int steps, int n, int m, float (*ex)[m], float (*ey)[m], float (*hz)[m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++)
      ey[0][j] = t;
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m; j++)
        ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m; j++)
        ex[i][j] -= 0.5f * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < m - 1; j++)
        hz[i][j] -= 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

/* Reach that differs by direction, and cells that no step changes in the midst of the loop's range. */
static void wide(int steps, int n, int m, float (*A)[m], float (*B)[m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < n - 1; i++)
      for (int j = 3; j < m - 2; j++)
        B[i][j] = A[i - 2][j - 1] + A[i][j - 3] - 0.5f * A[i + 1][j + 2] + A[i + 1][j];
    for (int i = 4; i < n - 1; i++)
      for (int j = 3; j < m - 7; j++)
        A[i][j] = 0.3f * B[i][j + 1];
  }
}

/* Integers, and a field that several statements write. */
static void automaton(int steps, int n, int m, int (*A)[m], int (*B)[m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = (A[i - 1][j - 1] ^ A[i + 1][j + 1]) + (A[i][j] << 1) + t;
    for (int j = 0; j < m; j++)
      B[0][j] = B[1][j] + j;
    for (int i = 0; i < n - 1; i++)
      for (int j = 1; j < m; j++)
        A[i][j] = B[i][j - 1] & 0xffffff;
    for (int i = 0; i < n; i++)
      A[i][0] += A[i][1];
  }
}

/* Sizes that the compiler knows. */
static double grid[100][260], next[100][260];
static void fixed(int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 259; j++)
        next[i][j] = 0.25 * (grid[i][j - 1] + grid[i][j + 1] + grid[i - 1][j] + grid[i + 1][j]);
    for (int i = 1; i < 99; i++)
      for (int j = 1; j < 259; j++)
        grid[i][j] = next[i][j];
  }
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  const int steps = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
  const size_t count = (size_t)n * (size_t)m;
  float *f[3];
  double *d[3];
  int *k[2];
  for (int a = 0; a < 3; a++) {
    f[a] = malloc(count * sizeof(float));
    d[a] = malloc(count * sizeof(double));
    for (size_t e = 0; e < count; e++) {
      f[a][e] = (float)((e * 7 + a) % 13) * 0.1f;
      d[a][e] = (double)((e * 5 + a) % 11) * 0.1;
    }
  }
  for (int a = 0; a < 2; a++) {
    k[a] = malloc(count * sizeof(int));
    for (size_t e = 0; e < count; e++)
      k[a][e] = (int)((e * 3 + a) % 17);
  }
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 260; j++)
      grid[i][j] = (i * 3 + j) % 7;
  jacobi(steps, n, m, (void *)f[0], (void *)f[1]);
  pair(steps, n, m, (void *)d[0], (void *)d[1], (void *)d[2]);
  fdtd(steps, n, m, (void *)f[0], (void *)f[1], (void *)f[2]);
  wide(steps, n, m, (void *)f[0], (void *)f[1]);
  automaton(steps, n, m, (void *)k[0], (void *)k[1]);
  fixed(steps);
  double sum = 0;
  for (size_t e = 0; e < count; e++)
    sum += f[0][e] + f[1][e] + f[2][e] + d[0][e] + d[1][e] + k[0][e] + k[1][e];
  printf("%.17g %.17g\n", sum, grid[50][50]);
  return 0;
}
