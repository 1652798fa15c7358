// --scheme=split
#include <stdio.h>

static void next(int n, double F[n][n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      F[i][j] = F[i][j] + 1;
}

int main(void) {
  static double F[33 * 33];
  next(33, (double(*)[33])F);
  printf("%a %a\n", F[0], F[33 * 33 - 1]);
  return 0;
}
