/* Cholesky factorisation in place: the lower triangle of A becomes L with L*L' = A; the upper triangle stays as it was. */
#include "example.h"

#include <math.h>

static void cholesky(int n, real A[n][n]) {
  int i, j, k;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      for (k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"N", 256, 1}};
  example_parse(argc, argv, "cholesky", args, 1);
  int n = (int)args[0].value;
  size_t count = (size_t)n * (size_t)n;

  real (*A)[n] = example_alloc((size_t)n, sizeof *A);
  example_fill(A, count, 1);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      A[j][i] = A[i][j];
    A[i][i] += (real)n; /* symmetric with a heavy diagonal: positive definite */
  }

  cholesky(n, A);

  example_report("A", A, count);
  free(A);
  return 0;
}
