/* 1-D Jacobi, seven points, from one of two rows to the other: row `t % 2` is read in step t. Nothing is copied back. */
#include "example.h"

static void jacobi(int steps, int n, real A[2][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 3; i < n - 3; i++)
      A[(t + 1) % 2][i] = (A[t % 2][i - 3] + A[t % 2][i - 2] + A[t % 2][i - 1] + A[t % 2][i] + A[t % 2][i + 1] +
                           A[t % 2][i + 2] + A[t % 2][i + 3]) / 7;
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 1024, 0}, {"N", 4096, 1}};
  example_parse(argc, argv, "jacobi-1d7", args, 2);
  int steps = (int)args[0].value, n = (int)args[1].value;
  size_t count = 2 * (size_t)n;

  real (*A)[n] = example_alloc(2, sizeof *A);
  example_fill(A, count, 1);

  jacobi(steps, n, A);

  example_report("A", A, count);
  free(A);
  return 0;
}
