static void scale(int n, double *a) {
#pragma gpu_tile tlie(8)
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
