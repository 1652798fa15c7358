/* 2-D successive over-relaxation, five points, in place. Sizes and iterators are long; bounds are written with <=. */
#include "example.h"

static void sor(long steps, long n, long m, real (*A)[m]) {
#pragma gpu_tile
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n - 2; i++)
      for (long j = 1; j <= m - 2; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5;
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 64, 0}, {"N", 256, 1}, {"M", 256, 1}};
  example_parse(argc, argv, "sor-2d", args, 3);
  long steps = args[0].value, n = args[1].value, m = args[2].value;
  size_t count = (size_t)n * (size_t)m;

  real (*A)[m] = example_alloc((size_t)n, sizeof *A);
  example_fill(A, count, 1);

  sor(steps, n, m, A);

  example_report("A", A, count);
  free(A);
  return 0;
}
