/* Matrix product C = alpha*A*B + beta*C: an imperfect nest of two compound assignments. */
#include "example.h"

static void matmul(size_t n, size_t m, size_t p, real alpha, real beta, real A[n][p], real B[p][m], real C[n][m]) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) {
      C[i][j] *= beta;
      for (size_t k = 0; k < p; k++)
        C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"N", 192, 1}, {"M", 192, 1}, {"K", 192, 1}};
  example_parse(argc, argv, "matmul", args, 3);
  size_t n = (size_t)args[0].value, m = (size_t)args[1].value, p = (size_t)args[2].value;

  real (*A)[p] = example_alloc(n, sizeof *A);
  real (*B)[m] = example_alloc(p, sizeof *B);
  real (*C)[m] = example_alloc(n, sizeof *C);
  example_fill(A, n * p, 1);
  example_fill(B, p * m, 2);
  example_fill(C, n * m, 3);

  matmul(n, m, p, (real)1.5, (real)1.2, A, B, C);

  example_report("C", C, n * m);
  free(A);
  free(B);
  free(C);
  return 0;
}
