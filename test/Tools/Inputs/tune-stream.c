#include <stdio.h>
enum { N = 2048 };
static void smooth(int steps, float A[N][N], float B[N][N]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        B[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        A[i][j] = B[i][j];
  }
}
static float A[N][N], B[N][N];
int main(void) {
  smooth(10, A, B);
  printf("%g\n", A[1][1]);
}
