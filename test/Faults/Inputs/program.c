// What the fault matrices transform and run.
#include <stdio.h>

static double A[100][100], B[100][100];

static double sum(void) {
  double total = 0;
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      total += B[i][j];
  return total;
}

int main(void) {
  for (int n = 98; n <= 100; n += 2) {
    for (int i = 0; i < 100; i++)
      for (int j = 0; j < 100; j++)
        A[i][j] = i + 100 * j;
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        B[i][j] += 0.5 * A[i][j];
    printf("%.1f\n", sum());
  }
  return 0;
}
