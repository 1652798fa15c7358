/* 2-D Jacobi, five points, with copy back. The function takes pointers to rows; the iterators belong to the function. */
#include "example.h"

static void jacobi(int steps, int n, int m, real (*A)[m], real (*B)[m]) {
  int t, i, j;
#pragma gpu_tile
  for (t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < m - 1; j++)
        B[i][j] = (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]) / 5;
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < m - 1; j++)
        A[i][j] = B[i][j];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}, {"N", 256, 1}, {"M", 256, 1}};
  example_parse(argc, argv, "jacobi-2d", args, 3);
  int steps = (int)args[0].value, n = (int)args[1].value, m = (int)args[2].value;
  size_t count = (size_t)n * (size_t)m;

  real (*A)[m] = example_alloc((size_t)n, sizeof *A);
  real (*B)[m] = example_alloc((size_t)n, sizeof *B);
  example_fill(A, count, 1);
  example_fill(B, count, 2);

  jacobi(steps, n, m, A, B);

  example_report("A", A, count);
  example_report("B", B, count);
  free(A);
  free(B);
  return 0;
}
