#include "wave.h"

void wave_run(int passes, int strings, int points, double *before, double *now) {
  double(*a)[points] = (double(*)[points])before;
  double(*b)[points] = (double(*)[points])now;
#pragma gpu_tile
  for (int t = 0; t < passes; t++) {
    for (int s = 0; s < strings; s++)
      for (int i = 1; i < points - 1; i++)
        a[s][i] = 1.5 * b[s][i] - a[s][i] + 0.25 * (b[s][i - 1] + b[s][i + 1]);
    for (int s = 0; s < strings; s++)
      for (int i = 1; i < points - 1; i++)
        b[s][i] = 1.5 * a[s][i] - b[s][i] + 0.25 * (a[s][i - 1] + a[s][i + 1]);
  }
}
