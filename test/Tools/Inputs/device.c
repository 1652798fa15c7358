void product(int n, float C[n][n], float A[n][n], float B[n][n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}
