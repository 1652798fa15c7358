/* A hot spot on a plate cools: 2-D heat equation, five points, copied back. */
#include <stdio.h>
#include <stdlib.h>

void heat(int steps, int n, double A[n][n], double B[n][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j-1] + A[i][j+1] + A[i-1][j] + A[i+1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j];
  }
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 1000, n = argc > 2 ? atoi(argv[2]) : 1000;
  double (*A)[n] = calloc(n, sizeof *A), (*B)[n] = calloc(n, sizeof *B);
  A[n / 2][n / 2] = 1000;
  heat(steps, n, A, B);
  printf("%.17g\n", A[n / 2][n / 2]);
}
