void scale(int n, double *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 2 * A[i];
}
