// --scheme=parallel
#include <stdio.h>

static int fuzz_wrap(int a) { return a % 97; }

static void update(long long *A) {
#pragma gpu_tile
  for (int i = 0; i < 31; i += 3) {
    for (int j = 0; j < 33; j++) {
      if (A[(j + 2) * 34 + j + 1] == 3) {
        A[2 * 34 + j + 1] = A[i * 34 + j + 1] % 251;
        A[i * 34 + j] += ~fuzz_wrap((int)(A[j * 34 + j + 1] % 251));
        A[i * 34 + j]++;
        A[i * 34 + j] = (A[j * 34 + i + 1] % 251 | A[i * 34 + j]) % 1021;
      } else {
        A[i * 34 + j + 1] &= A[i * 34 + j + 1] % 251 + 4;
      }
    }
  }
}

int main(void) {
  static long long A[35 * 34];
  for (int i = 0; i < 35 * 34; i++)
    A[i] = i * 7 % 11;
  update(A);
  unsigned long long sum = 0;
  for (int i = 0; i < 35 * 34; i++)
    sum = sum * 31 + (unsigned long long)A[i];
  printf("%llu\n", sum);
  return 0;
}
