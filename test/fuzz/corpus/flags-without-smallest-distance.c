// --scheme=parallel --launch=flags
#include <stdio.h>

static void spread(int n, int m, long long A[m + 1][n + 1][n + 1]) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k <= n; k++)
        A[i + 1][j][k] = A[i][k][0];
}

int main(void) {
  enum { N = 9, M = 5 };
  static long long A[M + 1][N + 1][N + 1];
  long long *const elements = &A[0][0][0];
  for (int i = 0; i < (int)(sizeof A / sizeof *elements); i++)
    elements[i] = i * 7 % 11;
  spread(N, M, A);
  long long sum = 0;
  for (int i = 0; i < (int)(sizeof A / sizeof *elements); i++)
    sum = (sum * 31 + elements[i]) % 1000003;
  printf("%lld\n", sum);
  return 0;
}
