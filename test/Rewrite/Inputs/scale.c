#include "relative.h"

static double total; // beside the declaration
void scale(int n, double *restrict A) {
  total = FACTOR;
#pragma gpu_tile tile(32) \
    block(32)
  // a comment before the loop
  for (int i = 0; i < n; i++)
    A[i]   *=  2; // trailing
}

int line(void) { return __LINE__; }
double last(int n, double A[n][n]) {
  if (n > 1)
#pragma gpu_tile if(n > 2)
#pragma GCC unroll 2
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        A[i][j] = 0;
      }
  else
    total = 1;
  return total;
}
