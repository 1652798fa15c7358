// --scheme=auto
#include <stdio.h>

static void never(int m, double *B) {
#pragma gpu_tile
  for (int i = 0; i < m; i++) {
    double t = 0.5 * i;
    if (i != i)
      B[i] = t;
  }
}

int main(void) {
  static double B[40];
  never(40, B);
  printf("%a\n", B[7]);
  return 0;
}
