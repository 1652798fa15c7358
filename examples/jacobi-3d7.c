/* 3-D Jacobi, seven points, with copy back. Sizes and iterators are size_t: the loops run in unsigned arithmetic. */
#include "example.h"

static void jacobi(size_t steps, size_t l, size_t n, size_t m, real A[l][n][m], real B[l][n][m]) {
#pragma gpu_tile
  for (size_t t = 0; t < steps; t++) {
    for (size_t i = 1; i < l - 1; i++)
      for (size_t j = 1; j < n - 1; j++)
        for (size_t k = 1; k < m - 1; k++)
          B[i][j][k] = (A[i][j][k] + A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k] +
                        A[i][j][k - 1] + A[i][j][k + 1]) / 7;
    for (size_t i = 1; i < l - 1; i++)
      for (size_t j = 1; j < n - 1; j++)
        for (size_t k = 1; k < m - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 16, 0}, {"L", 64, 1}, {"N", 64, 1}, {"M", 64, 1}};
  example_parse(argc, argv, "jacobi-3d7", args, 4);
  size_t steps = (size_t)args[0].value;
  size_t l = (size_t)args[1].value, n = (size_t)args[2].value, m = (size_t)args[3].value;
  size_t count = l * n * m;

  real (*A)[n][m] = example_alloc(l, sizeof *A);
  real (*B)[n][m] = example_alloc(l, sizeof *B);
  example_fill(A, count, 1);
  example_fill(B, count, 2);

  jacobi(steps, l, n, m, A, B);

  example_report("A", A, count);
  example_report("B", B, count);
  free(A);
  free(B);
  return 0;
}
