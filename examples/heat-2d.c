/* 2-D heat equation in a material that conducts differently along x, y and their diagonal: seven points, copy back.
 *
 * The mixed derivative brings in two diagonal neighbours. The weights are scalars computed outside of the region. */
#include "example.h"

static void heat(int steps, int n, int m, real A[n][m], real B[n][m], real xx, real xy, real yy) {
  const real x = xx - xy, y = yy - xy;
  const real centre = 1 - 2 * (x + y + xy);
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = centre * A[i][j] + x * (A[i][j - 1] + A[i][j + 1]) + y * (A[i - 1][j] + A[i + 1][j]) +
                  xy * (A[i - 1][j - 1] + A[i + 1][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = B[i][j];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}, {"N", 256, 1}, {"M", 256, 1}};
  example_parse(argc, argv, "heat-2d", args, 3);
  int steps = (int)args[0].value, n = (int)args[1].value, m = (int)args[2].value;
  size_t count = (size_t)n * (size_t)m;

  real (*A)[m] = example_alloc((size_t)n, sizeof *A);
  real (*B)[m] = example_alloc((size_t)n, sizeof *B);
  example_fill(A, count, 1);
  example_fill(B, count, 2);

  heat(steps, n, m, A, B, (real)0.2, (real)0.05, (real)0.15);

  example_report("A", A, count);
  example_report("B", B, count);
  free(A);
  free(B);
  return 0;
}
