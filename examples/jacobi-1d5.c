/* 1-D Jacobi, five points: two neighbours on each side, so that a step reaches twice as far. Copied back. */
#include "example.h"

static void jacobi(int steps, int n, real *A, real *B) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < n - 2; i++)
      B[i] = (A[i - 2] + A[i - 1] + A[i] + A[i + 1] + A[i + 2]) / 5;
    for (int i = 2; i < n - 2; i++)
      A[i] = B[i];
  }
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 1024, 0}, {"N", 4096, 1}};
  example_parse(argc, argv, "jacobi-1d5", args, 2);
  int steps = (int)args[0].value, n = (int)args[1].value;

  real *A = example_alloc((size_t)n, sizeof(real));
  real *B = example_alloc((size_t)n, sizeof(real));
  example_fill(A, (size_t)n, 1);
  example_fill(B, (size_t)n, 2);

  jacobi(steps, n, A, B);

  example_report("A", A, (size_t)n);
  example_report("B", B, (size_t)n);
  free(A);
  free(B);
  return 0;
}
