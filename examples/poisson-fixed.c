/* Nine-point smoothing of a Poisson problem on global arrays whose sizes the compiler knows; only T is a parameter.
 *
 * The number of columns is no multiple of any tile size. */
#include "example.h"

#define ROWS 128
#define COLUMNS 203

static real u[ROWS][COLUMNS], next[ROWS][COLUMNS], f[ROWS][COLUMNS];

static void smooth(int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < ROWS - 1; i++)
      for (int j = 1; j < COLUMNS - 1; j++)
        next[i][j] = (4 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) + u[i - 1][j - 1] + u[i - 1][j + 1] +
                      u[i + 1][j - 1] + u[i + 1][j + 1] - 6 * f[i][j]) / 20;
    for (int i = 1; i < ROWS - 1; i++)
      for (int j = 1; j < COLUMNS - 1; j++)
        u[i][j] = next[i][j];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}};
  example_parse(argc, argv, "poisson-fixed", args, 1);

  example_fill(u, ROWS * COLUMNS, 1);
  example_fill(f, ROWS * COLUMNS, 2);

  smooth((int)args[0].value);

  example_report("u", u, ROWS * COLUMNS);
  example_report("next", next, ROWS * COLUMNS);
  return 0;
}
