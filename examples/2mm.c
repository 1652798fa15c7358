/* Two chained matrix products, D = (alpha*A*B)*C + beta*D: one region over a block of two nests. */
#include "example.h"

static void two_products(int ni, int nj, int nk, int nl, real alpha, real beta, real tmp[ni][nj], real A[ni][nk],
                         real B[nk][nj], real C[nj][nl], real D[ni][nl]) {
#pragma gpu_tile
  {
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nj; j++) {
        tmp[i][j] = 0;
        for (int k = 0; k < nk; k++)
          tmp[i][j] += alpha * A[i][k] * B[k][j];
      }
    for (int i = 0; i < ni; i++)
      for (int j = 0; j < nl; j++) {
        D[i][j] *= beta;
        for (int k = 0; k < nj; k++)
          D[i][j] += tmp[i][k] * C[k][j];
      }
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"NI", 128, 1}, {"NJ", 144, 1}, {"NK", 160, 1}, {"NL", 176, 1}};
  example_parse(argc, argv, "2mm", args, 4);
  int ni = (int)args[0].value, nj = (int)args[1].value, nk = (int)args[2].value, nl = (int)args[3].value;
  size_t i = (size_t)ni, j = (size_t)nj, k = (size_t)nk, l = (size_t)nl;

  real (*tmp)[nj] = example_alloc(i, sizeof *tmp);
  real (*A)[nk] = example_alloc(i, sizeof *A);
  real (*B)[nj] = example_alloc(k, sizeof *B);
  real (*C)[nl] = example_alloc(j, sizeof *C);
  real (*D)[nl] = example_alloc(i, sizeof *D);
  example_fill(A, i * k, 1);
  example_fill(B, k * j, 2);
  example_fill(C, j * l, 3);
  example_fill(D, i * l, 4);

  two_products(ni, nj, nk, nl, (real)1.5, (real)1.2, tmp, A, B, C, D);

  example_report("tmp", tmp, i * j);
  example_report("D", D, i * l);
  free(tmp);
  free(A);
  free(B);
  free(C);
  free(D);
  return 0;
}
