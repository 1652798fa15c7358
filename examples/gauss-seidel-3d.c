/* Gauss-Seidel iteration for a 3-D Poisson equation: seven points in place, and a right-hand side that is only read. */
#include "example.h"

static void gauss_seidel(int steps, int l, int n, int m, real (*u)[n][m], real (*f)[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          u[i][j][k] = (u[i - 1][j][k] + u[i][j - 1][k] + u[i][j][k - 1] + u[i][j][k + 1] + u[i][j + 1][k] +
                        u[i + 1][j][k] - f[i][j][k]) /
                       6;
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 16, 0}, {"L", 48, 1}, {"N", 48, 1}, {"M", 48, 1}};
  example_parse(argc, argv, "gauss-seidel-3d", args, 4);
  int steps = (int)args[0].value, l = (int)args[1].value, n = (int)args[2].value, m = (int)args[3].value;
  size_t count = (size_t)l * (size_t)n * (size_t)m;

  real (*u)[n][m] = example_alloc((size_t)l, sizeof *u);
  real (*f)[n][m] = example_alloc((size_t)l, sizeof *f);
  example_fill(u, count, 1);
  example_fill(f, count, 2);

  gauss_seidel(steps, l, n, m, u, f);

  example_report("u", u, count);
  free(u);
  free(f);
  return 0;
}
