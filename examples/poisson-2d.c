/* Nine-point smoothing of a 2-D Poisson problem: all eight neighbours and a right-hand side that is only read. Copied back. */
#include "example.h"

static void smooth(int steps, int n, int m, real u[n][m], real next[n][m], real f[n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        next[i][j] = (4 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) + u[i - 1][j - 1] + u[i - 1][j + 1] +
                      u[i + 1][j - 1] + u[i + 1][j + 1] - 6 * f[i][j]) / 20;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = next[i][j];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}, {"N", 256, 1}, {"M", 256, 1}};
  example_parse(argc, argv, "poisson-2d", args, 3);
  int steps = (int)args[0].value, n = (int)args[1].value, m = (int)args[2].value;
  size_t count = (size_t)n * (size_t)m;

  real (*u)[m] = example_alloc((size_t)n, sizeof *u);
  real (*next)[m] = example_alloc((size_t)n, sizeof *next);
  real (*f)[m] = example_alloc((size_t)n, sizeof *f);
  example_fill(u, count, 1);
  example_fill(next, count, 2);
  example_fill(f, count, 3);

  smooth(steps, n, m, u, next, f);

  example_report("u", u, count);
  example_report("next", next, count);
  free(u);
  free(next);
  free(f);
  return 0;
}
