// Few loops, but subscripts that make the numbers in the search for hyperplanes large.
void search(long n, long p, long B[2 * n + p + 6][n + p + 5], long E[n + p + 2][n + 5][2 * n + p + 2]) {
#pragma scop
#pragma gpu_tile
  for (int i = 0; i < n; i += 2) {
    for (int j = 0; j < p + n; j++)
      B[2 * i][j] = 6;
    for (long k = i + 1; k < n; k++) {
      for (int l = 0; l < p / 2; l++) {
        if (l == k + 1)
          E[i][k % 5][l] = B[l + 1][i + 2] > 5 ? E[l + 1][k % 2][i + i] % 61 : B[l + 1][i + 2] % 61;
        E[i][k][l] = (7 - B[(i - 4) / 3 + 2][n - k]) % 127;
      }
      for (int j = 0; j < n; j++)
        E[i + 1][k][j] = B[(i - 4) / 3 + 2][j] % 127;
    }
  }
#pragma endscop
}
