// --scheme=wavefront --false-deps=remove --tile=2
#include <stdio.h>

static int A[8][64], B[8][64];

static void shifted(void) {
#pragma gpu_tile
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 64; j++)
      A[i][j] = B[i][j] % 97;
}

static void steps(void) {
#pragma gpu_tile
  for (int t = 0; t < 4; t++)
    for (int i = 1; i < 7; i++)
      for (int j = 1; j < 63; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i + 1][j + 1]) % 97;
}

int main(void) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 64; j++)
      B[i][j] = i * 71 + j * 5;
  shifted();
  steps();
  unsigned sum = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 64; j++)
      sum = sum * 31 + (unsigned)A[i][j];
  printf("%u\n", sum);
  return 0;
}
