/* Forward substitution, L*x = b with a lower triangular L: a triangular domain, and every x[i] needs all before it. */
#include "example.h"

static void trisolv(int n, real L[n][n], real *restrict x, const real *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] /= L[i][i];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"N", 1024, 1}};
  example_parse(argc, argv, "trisolv", args, 1);
  int n = (int)args[0].value;
  size_t count = (size_t)n;

  real (*L)[n] = example_alloc(count, sizeof *L);
  real *x = example_alloc(count, sizeof(real));
  real *b = example_alloc(count, sizeof(real));
  example_fill(L, count * count, 1);
  example_fill(b, count, 2);
  for (int i = 0; i < n; i++)
    L[i][i] += (real)n; /* a heavy diagonal keeps the solution small */

  trisolv(n, L, x, b);

  example_report("x", x, count);
  free(L);
  free(x);
  free(b);
  return 0;
}
