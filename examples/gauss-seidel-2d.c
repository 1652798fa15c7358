/* Gauss-Seidel iteration for a 2-D Poisson equation: five points in place, and a right-hand side that is only read. */
#include "example.h"

static void gauss_seidel(int steps, int n, int m, real (*u)[m], real (*f)[m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j] - f[i][j]) / 4;
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}, {"N", 256, 1}, {"M", 256, 1}};
  example_parse(argc, argv, "gauss-seidel-2d", args, 3);
  int steps = (int)args[0].value, n = (int)args[1].value, m = (int)args[2].value;
  size_t count = (size_t)n * (size_t)m;

  real (*u)[m] = example_alloc((size_t)n, sizeof *u);
  real (*f)[m] = example_alloc((size_t)n, sizeof *f);
  example_fill(u, count, 1);
  example_fill(f, count, 2);

  gauss_seidel(steps, n, m, u, f);

  example_report("u", u, count);
  free(u);
  free(f);
  return 0;
}
