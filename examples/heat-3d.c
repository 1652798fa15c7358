/* 3-D heat equation, seven points, back and forth: a step writes B from A and then A from B, so nothing is copied. */
#include "example.h"

#define BEND(before, here, after) (((before) - 2 * (here) + (after)) / 8)

static void heat(int steps, int l, int n, int m, real A[l][n][m], real B[l][n][m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          B[i][j][k] = A[i][j][k] + BEND(A[i - 1][j][k], A[i][j][k], A[i + 1][j][k]) +
                       BEND(A[i][j - 1][k], A[i][j][k], A[i][j + 1][k]) +
                       BEND(A[i][j][k - 1], A[i][j][k], A[i][j][k + 1]);
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < m - 1; k++)
          A[i][j][k] = B[i][j][k] + BEND(B[i - 1][j][k], B[i][j][k], B[i + 1][j][k]) +
                       BEND(B[i][j - 1][k], B[i][j][k], B[i][j + 1][k]) +
                       BEND(B[i][j][k - 1], B[i][j][k], B[i][j][k + 1]);
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 8, 0}, {"L", 64, 1}, {"N", 64, 1}, {"M", 64, 1}};
  example_parse(argc, argv, "heat-3d", args, 4);
  int steps = (int)args[0].value;
  int l = (int)args[1].value, n = (int)args[2].value, m = (int)args[3].value;
  size_t count = (size_t)l * (size_t)n * (size_t)m;

  real (*A)[n][m] = example_alloc((size_t)l, sizeof *A);
  real (*B)[n][m] = example_alloc((size_t)l, sizeof *B);
  example_fill(A, count, 1);
  example_fill(B, count, 2);

  heat(steps, l, n, m, A, B);

  example_report("A", A, count);
  example_report("B", B, count);
  free(A);
  free(B);
  return 0;
}
