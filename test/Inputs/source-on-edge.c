void edge(int steps, int n, double a[n], const double *s) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    a[0] = s[t];
    for (int i = 1; i < n; i++)
      a[i] = 0.5 * (a[i] + a[i - 1]);
  }
}
