// A nest of statements under conditions on one array with three subscripts.
void branches(int n, int m, int p, const float C[2 * m + p + 8], float B[246][208][246]) {
#pragma scop
#pragma gpu_tile
  for (int k = 0; k < m; k += 2)
    for (int i = 0; i < n; ++i)
      for (int j = 2; j < p - 1; j++) {
        for (int l = j; l < j + 3; l++)
          B[i][j - 1][l] = 0.25f;
        B[k][i][j - 1] *= 0.5f;
        if (i >= k + 1) {
          B[k][i][j] = 0.3f * (B[k][2 * i][j / 2] + C[j + 2]) * B[j - 1][k % 2][j + 1];
          if (!(j + k >= m))
            B[k][i][j - 1] = 0.3f * B[i][k + 1][2 * j];
          if (C[i] > 0.5f)
            B[k][i][(j - 4) / 3 + 2] = 0.4f * (C[2 * k] - 0.5f * B[k][i][i]);
          else
            B[2 * k + 2][i + 1][j] *= 0.125f;
        }
      }
#pragma endscop
}
