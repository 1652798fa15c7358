#pragma once
static inline double step(double value) { return value / 2; }
static inline void clear(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
