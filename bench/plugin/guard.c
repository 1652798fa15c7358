/* What a call of a region costs that is too small for a device: the guard before the original loops.
 *
 * Built twice by measure.py, with and without the plugin; prints nanoseconds per call. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__attribute__((noinline)) static void scale(int n, float *x, float factor) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    x[i] = x[i] * factor;
}

int main(int argc, char **argv) {
  const long calls = argc > 1 ? atol(argv[1]) : 10000000;
  float x[4] = {1, 2, 3, 4};
  volatile float one = 1; /* not for the optimiser to know */
  struct timespec start, end;
  scale(4, x, one); /* finds out about the device */
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (long call = 0; call < calls; call++)
    scale(4, x, one);
  clock_gettime(CLOCK_MONOTONIC, &end);
  const double seconds =
      (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  printf("%.2f\n", 1e9 * seconds / (double)calls);
  return x[0] == 1.0f ? 0 : 1;
}
