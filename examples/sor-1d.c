/* 1-D successive over-relaxation, three points, in place: no loop of the nest is parallel, its wavefronts are. */
#include "example.h"

static void sor(int steps, int n, real A[n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      A[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 1024, 0}, {"N", 4096, 1}};
  example_parse(argc, argv, "sor-1d", args, 2);
  int steps = (int)args[0].value, n = (int)args[1].value;

  real *A = example_alloc((size_t)n, sizeof(real));
  example_fill(A, (size_t)n, 1);

  sor(steps, n, A);

  example_report("A", A, (size_t)n);
  free(A);
  return 0;
}
