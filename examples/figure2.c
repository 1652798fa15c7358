/* The smallest nest whose parallelism a false dependence hinders: the old A[i+1] is read just before it is overwritten. */
#include "example.h"

static void relax(int T, int I, real *A) {
#pragma gpu_tile
  for (int t = 1; t <= T; t++)
    for (int i = 1; i <= I; i++)
      A[i] = 0.5 * (A[i] + A[i + 1]);
}

int main(int argc, char **argv) {
  struct example_arg args[] = {{"T", 1024, 0}, {"I", 4096, 1}};
  example_parse(argc, argv, "figure2", args, 2);
  int T = (int)args[0].value, I = (int)args[1].value;
  size_t count = (size_t)I + 2;

  real *A = example_alloc(count, sizeof(real));
  example_fill(A, count, 1);

  relax(T, I, A);

  example_report("A", A, count);
  free(A);
  return 0;
}
