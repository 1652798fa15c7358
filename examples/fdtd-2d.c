/* 2-D finite-difference time domain: an electromagnetic wave on a staggered grid, driven by a source on one edge.
 *
 * Four statements in four nests inside the time loop; the source term is a read-only array indexed by time. */
#include "example.h"

static void fdtd(int steps, int nx, int ny, real ex[nx][ny], real ey[nx][ny], real hz[nx][ny], const real *source) {
  int t, i, j;
#pragma gpu_tile
  for (t = 0; t < steps; t++) {
    for (j = 0; j < ny; j++)
      ey[0][j] = source[t];
    for (i = 1; i < nx; i++)
      for (j = 0; j < ny; j++)
        ey[i][j] = ey[i][j] - (real)0.5 * (hz[i][j] - hz[i - 1][j]);
    for (i = 0; i < nx; i++)
      for (j = 1; j < ny; j++)
        ex[i][j] = ex[i][j] - (real)0.5 * (hz[i][j] - hz[i][j - 1]);
    for (i = 0; i < nx - 1; i++)
      for (j = 0; j < ny - 1; j++)
        hz[i][j] = hz[i][j] - (real)0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}, {"NX", 256, 1}, {"NY", 256, 1}};
  example_parse(argc, argv, "fdtd-2d", args, 3);
  int steps = (int)args[0].value, nx = (int)args[1].value, ny = (int)args[2].value;
  size_t count = (size_t)nx * (size_t)ny;

  real (*ex)[ny] = example_alloc((size_t)nx, sizeof *ex);
  real (*ey)[ny] = example_alloc((size_t)nx, sizeof *ey);
  real (*hz)[ny] = example_alloc((size_t)nx, sizeof *hz);
  real *source = example_alloc((size_t)steps + 1, sizeof(real));
  example_fill(ex, count, 1);
  example_fill(ey, count, 2);
  example_fill(hz, count, 3);
  for (int t = 0; t < steps; t++)
    source[t] = (real)t;

  fdtd(steps, nx, ny, ex, ey, hz, source);

  example_report("ex", ex, count);
  example_report("ey", ey, count);
  example_report("hz", hz, count);
  free(ex);
  free(ey);
  free(hz);
  free(source);
  return 0;
}
