#include <stdio.h>
void scale(int n, float *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] *= 2;
}
int main(void) {
  float A[300];
  for (int i = 0; i < 300; i++)
    A[i] = (float)i;
  scale(300, A);
  printf("%g\n", A[299]);
}
