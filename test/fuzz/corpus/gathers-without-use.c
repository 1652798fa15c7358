// --scheme=auto
#include <stdio.h>

static long at[40];

static void add(float *x, double *A) {
#pragma gpu_tile
  for (int i = 0; i < 40; i++) {
    int t = (int)x[at[i]];
    A[2 * i] += 1;
  }
}

int main(void) {
  static float x[50];
  static double A[80];
  for (int i = 0; i < 40; i++)
    at[i] = (i * 7) % 50;
  add(x, A);
  for (int i = 0; i < 80; i++)
    printf("%a\n", A[i]);
  return 0;
}
