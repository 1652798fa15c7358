#include "scale.h"

void scale(int n, REAL A[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = FACTOR * A[i];
}
