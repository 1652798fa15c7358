#include "plate.h"

void plate_settle(int sweeps, int rows, int columns, double (*now)[columns]) {
#pragma gpu_tile
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < rows - 1; i++)
      for (int j = 1; j < columns - 1; j++)
        now[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
}

/* Small, and a sum in a fixed order: not worth a region. */
double plate_mean(int rows, int columns, double (*now)[columns]) {
  double sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum += now[i][j];
  return sum / rows / columns;
}
