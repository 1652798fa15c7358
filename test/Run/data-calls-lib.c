// The second file of data-calls.c; alone, it has regions but no main.
// RUN: rm -rf %t && mkdir %t && %gputile --warnings=error --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: warning
int lib_counts[64];
static double scale;
static inline double clamp(double x, double lo, double hi) { return x > hi ? hi : x < lo ? lo + 1 : x; } // another than data-calls.c's
double lib_scale(int n, double a[n], double alpha) {
  scale = alpha * 2;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = clamp(a[i] * scale, -3, 3) + alpha;
  return n > 0 ? a[n - 1] : 0;
}
void lib_table(int n, int m, float t[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      t[i][j] = t[i][j] * 0.5f + i * j;
}
void lib_histogram(int n, const int *v) {
#pragma gpu_tile
  for (int k = 0; k < 64; k++)
    for (int i = 0; i < n; i++)
      if ((v[i] & 63) == k)
        lib_counts[k]++;
}
