void f(int n, double A[n][n]) {
#pragma gpu_tile device(c1060) block(32, 32)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}

void g(int steps, int n, float *A, float *B) {
#pragma gpu_tile scheme(stream) device(c2050)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}

void h(int steps, int n, float *A, float *B) {
#pragma gpu_tile scheme(parallel) launch(cooperative) device(c2050)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}
