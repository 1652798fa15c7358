// --scheme=auto
#include <stdio.h>

static void parts(double *A) {
#pragma gpu_tile
  for (int i = -1; i < 1; i++) {
    for (int j = 0; j < 3; j++) {
      A[j + 2] = A[i + 3];
      A[i + 2] = 1;
    }
  }
}

int main(void) {
  double A[8];
  for (int i = 0; i < 8; i++)
    A[i] = 0.5 * i;
  parts(A);
  for (int i = 0; i < 8; i++)
    printf("%a\n", A[i]);
  return 0;
}
