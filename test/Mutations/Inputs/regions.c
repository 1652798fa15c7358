/* Regions whose generated text is mutated: small tiles, so that small sizes have full and
   partial ones, several blocks and loops over blocks. */

/* Shared memory, registers, arrays that may overlap. */
void product(int n, int m, double A[n][m], double B[m][n], double C[n][n]) {
#pragma gpu_tile tile(8, 8, 4) block(4, 4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        C[i][j] += A[i][k] * B[k][j];
}

/* Wavefronts of tiles that are loaded, changed and stored back. */
void relax(int steps, int n, double A[n][n]) {
#pragma gpu_tile scheme(wavefront) tile(2, 4, 4)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j]);
}

/* Several kernels under a loop on the host, an if clause, a named scalar. */
void heat(int steps, int n, int m, float A[n][m], float B[n][m], float c) {
#pragma gpu_tile tile(4, 8) if(steps < 1000)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = c * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) + A[i][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = c * (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]) + B[i][j];
  }
}

/* One launch whose blocks wait for flags. */
void line(int steps, int n, float *A) {
#pragma gpu_tile scheme(wavefront) tile(4, 16) launch(flags)
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      A[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
}

/* One cooperative launch of split tiles. */
void split(int steps, int n, float *restrict A, float *restrict B) {
#pragma gpu_tile scheme(split) tile(2, 12) launch(cooperative)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
    for (int i = 1; i < n - 1; i++)
      A[i] = -B[i];
  }
}

/* A triangle with steps. */
void triangle(int n, long *restrict A, const long *restrict x) {
#pragma gpu_tile tile(8, 8)
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j <= i; j++)
      A[i] += x[j] * j - x[i];
}

/* Masks of a lane's cells: of fields, of statements, and of a field that iterations do not hand on. */
void streamed(int m, float A[9][m], float B[9][m], float C[9][m]) {
#pragma gpu_tile scheme(stream) tile(2, 4)
  for (int t = 0; t < 5; t++) {
    for (int i = 1; i < 8; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = A[i - 1][j - 1] + A[i - 1][j + 1] + A[i + 1][j - 1] + A[i + 1][j + 1] - C[i - 1][j + 1] + C[i + 1][j];
    for (int i = 1; i < 8; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = B[i][j];
    for (int i = 1; i < 8; i++)
      for (int j = 3; j < m - 2; j++)
        C[i][j] += 1;
  }
}
