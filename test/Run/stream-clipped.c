// Blocks at borders of three-dimensional fields whose rows are whole vectors load rows that exist in place of others, and
// test nothing but what stages write. Other rows, and rows that are not aligned, are masked. The results are the original's.
// RUN: %gputile_run --backend=cpu --check --race --scheme=stream --tile=2,8 --block=32 %s -- -O1 --args 5 20 17 24 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=stream --tile=1,6 --block=64 %s -- -O1 --args 4 17 70 68 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=2 %s -- -O1 --args 5 3 3 4 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 4 regions equal bit for bit

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --scheme=stream --tile=2,8 --block=32 %s --
// RUN: FileCheck --check-prefix=CUDA %s < %t/stream-clipped.gputile.cu
// Loads are not tested, tests of rows hold for full ones, and the cells of the boundary, of both fields, keep their values.
// CUDA-LABEL: jacobi_{{[0-9]+}}_k0_clipped(
// CUDA-NOT: _some<
// CUDA: A_rows[u] = gpt_min(gpt_max(y + u, A_row_first), A_row_last) * A_from_pitch + gpt_min(gpt_max(x, A_column_first), A_column_last - {{[13]}});
// CUDA: if (full || (i >= A_plane_first && i <= A_plane_last))
// CUDA-NEXT: gpt_load_rows<{{[0-9]+, [0-9]+}}>(A_ahead[0], A_in, A_rows);
// CUDA: const unsigned active = full || ({{.*}}) ? S1_cells : 0u;
// CUDA: gpt_store_cells<{{[0-9]+, [0-9]+}}>(A_out, A_S1[2][0], A_to_pitch, own & A_cells, true);
// CUDA: plane(true);
// CUDA: if ({{.*}} >= steps)
// CUDA-NEXT: _k0_border<true>(
// CUDA: else if (l % [[CELLS:[24]]] == 0 && gpt_cells_aligned<[[CELLS]]>(
// CUDA-NEXT: _k0_clipped(
// CUDA: else
// CUDA-NEXT: _k0_border<false>(
// CUDA-LABEL: turns_{{[0-9]+}}_k0_clipped(
// CUDA: const unsigned B_others = full || (i >= B_plane_first && i <= B_plane_last) ? B_found & ~B_written : 0u;
// Without a transient field, there is no launch that only other blocks can do.
// CUDA-LABEL: smooth_{{[0-9]+}}_k0_clipped(
// CUDA: const unsigned active = full || ({{.*}}steps >= t + 1{{.*}}) ? {{.*}}_cells : 0u;
// CUDA-LABEL: smooth_{{[0-9]+}}_k0(
// CUDA: GPT_TILE(partial)
// CUDA-NEXT: if (l % [[OTHERS:[24]]] == 0 && {{.*}}gpt_cells_aligned<[[OTHERS]]>(
// CUDA-NEXT: _k0_clipped(
// CUDA: else {

// Mistakes in what only these blocks do are seen: of the last row, of the cells that keep their values, and of full planes.
// RUN: %clang -iquote %S -O1 -c %t/stream-clipped.gputile.c -o %t/host.o
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O0 -c %t/stream-clipped.gputile.cu -o %t/good.o
// RUN: %clangxx %t/good.o %t/host.o -o %t/good
// RUN: env GPUTILE_DISABLE=1 %t/good 7 20 17 24 > %t/good.txt
// RUN: %t/good 7 20 17 24 | cmp - %t/good.txt
// RUN: sed 's/gpt_max(y + u, A_row_first), A_row_last)/gpt_max(y + u, A_row_first), A_row_last - 1)/' %t/stream-clipped.gputile.cu > %t/row.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O0 -c %t/row.cu -o %t/row.o
// RUN: %clangxx %t/row.o %t/host.o -o %t/row
// RUN: sh -c '%t/row 7 20 17 24 | cmp - %t/good.txt; test $? = 1'
// RUN: sed 's/active = full ||/active = true ||/' %t/stream-clipped.gputile.cu > %t/active.cu
// RUN: %clangxx -x c++ -std=c++17 -DGPUTILE_CPU -I%gputile_include -O0 -c %t/active.cu -o %t/active.o
// RUN: %clangxx %t/active.o %t/host.o -o %t/active
// RUN: sh -c '%t/active 7 20 17 24 | cmp - %t/good.txt; test $? = 1'

#include <stdio.h>
#include <stdlib.h>

static void jacobi(int steps, int n, int m, int l, float (*A)[m][l], float (*B)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          B[i][j][k] = 0.125f * (A[i][j][k] + A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + 2 * A[i][j + 1][k] +
                                 A[i][j][k - 1] + A[i][j][k + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

// B is transient, but for its boundary.
static void turns(int steps, int n, int m, int l, double (*A)[m][l], double (*B)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          B[i][j][k] = A[i][j][k] + 0.1 * (A[i - 1][j][k] - A[i][j + 1][k] + A[i][j][k - 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          A[i][j][k] = B[i][j][k] + 0.1 * (B[i + 1][j][k] - B[i][j - 1][k] + B[i][j][k + 1]);
  }
}

// All fields are carried, a boundary has a stage of its own, and one reads an array that no stage writes.
static void smooth(int steps, int n, int m, int l, float (*A)[m][l], float (*B)[m][l], const float (*c)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++)
      for (int k = 0; k < l; k++)
        A[0][j][k] += 0.25f * t;
    for (int i = 1; i < n; i++)
      for (int j = 0; j < m - 1; j++)
        for (int k = 2; k < l; k++)
          A[i][j][k] -= 0.5f * (B[i][j][k] - B[i - 1][j + 1][k - 2]) * c[i][j][k];
    for (int i = 0; i < n - 1; i++)
      for (int j = 2; j < m; j++)
        for (int k = 0; k < l - 1; k++)
          B[i][j][k] -= 0.7f * (A[i + 1][j][k] - A[i][j - 2][k + 1]);
  }
}

// The instances of the second statement are no product of rows and cells.
static void slope(int steps, int n, int m, int l, int (*K)[m][l], int (*L)[m][l]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int k = 1; k < l; k++)
          L[i][j][k] = (K[i][j][k - 1] & 1023) * 3 + i;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m && j <= i; j++)
        for (int k = 0; k < l - 1; k++)
          K[i][j][k] = (L[i][j][k + 1] & 2047) + t - j;
  }
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 1;
  const int steps = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]), l = atoi(argv[4]);
  const int size = n * m * l;
  float *F = malloc(5 * size * sizeof *F);
  double *D = malloc(2 * size * sizeof *D);
  int *K = malloc(2 * size * sizeof *K);
  for (int i = 0; i < 5 * size; i++)
    F[i] = (float)(i * 7 % 31) * 0.125f;
  for (int i = 0; i < 2 * size; i++)
    D[i] = (double)(i * 11 % 37) * 0.25;
  for (int i = 0; i < 2 * size; i++)
    K[i] = i * 13 % 41;
  jacobi(steps, n, m, l, (float(*)[m][l])F, (float(*)[m][l])(F + size));
  turns(steps, n, m, l, (double(*)[m][l])D, (double(*)[m][l])(D + size));
  smooth(steps, n, m, l, (float(*)[m][l])(F + 2 * size), (float(*)[m][l])(F + 3 * size),
         (const float(*)[m][l])(F + 4 * size));
  slope(steps, n, m, l, (int(*)[m][l])K, (int(*)[m][l])(K + size));
  double sum = 0;
  for (int i = 0; i < 4 * size; i++)
    sum += F[i] * (i % 17);
  for (int i = 0; i < 2 * size; i++)
    sum += D[i] * (i % 13);
  for (int i = 0; i < 2 * size; i++)
    sum += K[i] * (double)(i % 11);
  printf("%.17g\n", sum);
  free(F);
  free(D);
  free(K);
  return 0;
}
