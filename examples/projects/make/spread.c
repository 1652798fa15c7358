#include "plate.h"

void plate_spread(int steps, int rows, int columns, double (*now)[columns],
                  double (*next)[columns]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < rows - 1; i++)
      for (int j = 1; j < columns - 1; j++)
        next[i][j] = 0.5 * now[i][j] +
                     0.125 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
    for (int i = 1; i < rows - 1; i++)
      for (int j = 1; j < columns - 1; j++)
        now[i][j] = next[i][j];
  }
}
