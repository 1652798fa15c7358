void sor(int steps, int n, int m, float (*restrict A)[m]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5;
}

void triangle(int n, float (*restrict A)[n]) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 1; j < i; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1];
}

void transposed(int n, float *restrict a) {
#pragma gpu_tile scheme(parallel)
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
