// Loops over tiles for the caches of a CPU are left out where the order of accesses to each element stays; the results are
// the original's, whatever remains of tiles.
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 70 45 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 %s -- -O1 --args 64 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 6 regions equal bit for bit

// RUN: %gputile --remarks=on --dump-json=%t.json --output-dir=%t %s -- 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// REMARK: :[[#TRANSPOSE:]]:9: remark: region runs on the GPU
// REMARK: :[[#TRANSPOSE]]:9: note: rewritten before scheduling: loops over tiles left out, of 'ii' and 'jj'
// REMARK: note: kernel 'untile_transpose_{{[0-9]+}}_k0': tile 32x32
// A product in tiles is one with tiles of registers.
// REMARK: note: rewritten before scheduling: loops over tiles left out, of 'ii', 'jj' and 'kk'
// REMARK: note: kernel 'untile_product_{{[0-9]+}}_k0': tile 64x{{[0-9]+}}x16 (model), block 16x16
// Passes over a tile change a scalar, which passes over all points would change in another order.
// REMARK: :[[#PASSES:]]:9: remark: region runs on the GPU
// REMARK-NOT: loops over tiles
// REMARK: :[[#SUMS:]]:9: remark: region runs on the GPU
// REMARK: :[[#SUMS]]:9: note: rewritten before scheduling: loops over tiles left out, of 'ii'
// What says the number of its tile keeps the loop over them.
// REMARK: :[[#NUMBERS:]]:9: remark: region runs on the GPU
// REMARK-NOT: loops over tiles
// REMARK: :[[#SIZES:]]:9: remark: region runs on the GPU
// Sizes of tiles in a clause are for the loops as they are.
// REMARK-NOT: loops over tiles
// REMARK: note: kernel 'untile_sizes_{{[0-9]+}}_k0': tile 2x8 (clause)
// JSON: "tileLoops": [
// JSON-NEXT: "ii",
// JSON-NEXT: "jj"

#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void transpose(int n, int m, double (*A)[m], double (*B)[n]) {
#pragma gpu_tile
  for (int ii = 0; ii < n; ii += 32)
    for (int jj = 0; jj < m; jj += 16)
      for (int i = ii; i < MIN(ii + 32, n); i++)
        for (int j = jj; j < MIN(jj + 16, m); j++)
          B[j][i] = A[i][j] + i;
}

static void product(int n, int m, double (*A)[m], double (*B)[n], double (*C)[n]) {
#pragma gpu_tile
  for (int ii = 0; ii < n; ii += 32)
    for (int jj = 0; jj < n; jj += 32)
      for (int kk = 0; kk < m; kk += 32)
        for (int i = ii; i < ii + 32 && i < n; i++)
          for (int j = jj; j < jj + 32 && j < n; j++)
            for (int k = kk; k < kk + 32 && k < m; k++)
              C[i][j] += A[i][k] * B[k][j];
}

static void passes(int m, double *a, double *last) {
#pragma gpu_tile
  for (int jj = 0; jj < m; jj += 8)
    for (int t = 0; t < 3; t++)
      for (int j = jj; j < MIN(jj + 8, m); j++) {
        a[j] = 0.5 * a[j] + t;
        *last = *last * 0.5 + a[j];
      }
}

static void sums(int n, int m, double (*A)[m], double *s) {
  double sum;
#pragma gpu_tile private(sum)
  for (int ii = 1; ii < n - 1; ii += 32)
    for (int i = ii; i < MIN(ii + 32, n - 1); i++) {
      sum = 0;
      for (int j = 0; j < m; j++)
        sum += A[i][j];
      s[i] = sum;
    }
}

static void numbers(int n, int *tile) {
#pragma gpu_tile
  for (int ii = 0; ii < n; ii += 4)
    for (int i = ii; i < MIN(ii + 4, n); i++)
      tile[i] = ii;
}

static void sizes(int n, int *tile) {
#pragma gpu_tile tile(2, 8)
  for (int ii = 0; ii < n; ii += 8)
    for (int i = ii; i < MIN(ii + 8, n); i++)
      tile[i] += i;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  const int n = atoi(argv[1]), m = atoi(argv[2]);
  double *A = malloc(n * m * sizeof *A), *B = malloc(n * m * sizeof *B), *C = calloc(n * n, sizeof *C);
  double *s = calloc(n, sizeof *s), last = 1;
  int *tile = malloc(n * sizeof *tile);
  for (int i = 0; i < n * m; i++)
    A[i] = i * 7 % 31 * 0.125;
  transpose(n, m, (double(*)[m])A, (double(*)[n])B);
  product(n, m, (double(*)[m])A, (double(*)[n])B, (double(*)[n])C);
  passes(m, B, &last);
  sums(n, m, (double(*)[m])A, s);
  numbers(n, tile);
  sizes(n, tile);
  double sum = last;
  for (int i = 0; i < n * n; i++)
    sum += C[i] * (i % 13);
  for (int i = 0; i < n * m; i++)
    sum += B[i] * (i % 11);
  for (int i = 0; i < n; i++)
    sum += s[i] * i + tile[i] % 7;
  printf("%.17g\n", sum);
  free(A);
  free(B);
  free(C);
  free(s);
  free(tile);
  return 0;
}
