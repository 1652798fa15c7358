// Temporaries that kernels of a time step hand on have no copies for each step: their memory does not
// grow with the number of steps.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -O1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t %s --
// RUN: FileCheck --check-prefix=TEXT %s < %t/time-temporaries.gputile.cu
// SAME: gputile-run: SAME: 1 region equal bit for bit
// TEXT-DAG: gpt_array_condition.box.set({0, 0}, {ny - 1, nx - 1});
// TEXT-DAG: gpt_array_density.box.set({0, 0}, {ny - 1, nx - 1});
// TEXT-NOT: steps - 1}
#include <stdio.h>
#include <stdlib.h>

enum { Q = 9 };
typedef struct {
  float f[Q];
} cell;

static void relax(int steps, int ny, int nx, cell cells[ny][nx], cell next[ny][nx], int wall[ny][nx]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        next[j][i].f[0] = cells[j][i].f[0];
        for (int q = 1; q < Q; q++)
          next[j][i].f[q] = cells[(j + 1) % ny][(i + 1) % nx].f[q];
      }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        if (!wall[j][i]) {
          float density = 0;
          for (int q = 0; q < Q; q++)
            density += next[j][i].f[q];
          float equal[Q];
          for (int q = 0; q < Q; q++)
            equal[q] = density / (1 + q);
          for (int q = 0; q < Q; q++)
            cells[j][i].f[q] = next[j][i].f[q] + 0.5f * (equal[q] - next[j][i].f[q]);
        }
  }
}

int main(void) {
  int steps = 3, ny = 11, nx = 45;
  cell (*cells)[nx] = malloc(sizeof(cell[ny][nx])), (*next)[nx] = malloc(sizeof(cell[ny][nx]));
  int (*wall)[nx] = malloc(sizeof(int[ny][nx]));
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      wall[j][i] = (i * j) % 5 == 2;
      for (int q = 0; q < Q; q++)
        cells[j][i].f[q] = (float)(i * 3 + j * 7 + q) / 11;
    }
  relax(steps, ny, nx, cells, next, wall);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      for (int q = 0; q < Q; q++)
        printf("%.9g %.9g\n", cells[j][i].f[q], next[j][i].f[q]);
  free(cells);
  free(next);
  free(wall);
  return 0;
}
