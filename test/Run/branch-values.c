// Integers that affine conditions give one of several values: ends of tiles, neighbours at borders.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --check-text=on --max-seconds=60 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK-NOT: in one thread
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <stdio.h>

enum { MOST = 64, TILE = 4 };
static float a[MOST * MOST], b[MOST * MOST];

static void last_tile(int n, int tiles, int rest, float *restrict out, const float *restrict in) {
#pragma gpu_tile
  for (int t = 0; t < tiles; t++) {
    int size = TILE;
    if (t == tiles - 1 && rest != 0)
      size = rest;
    for (int k = 0; k < size; k++)
      out[t * TILE + k] = in[t * TILE + k] * (float)n;
  }
}
static void clamped(int n, int m, float *restrict out, const float *restrict in) {
  int i, j, lo, hi;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    lo = i - 2;
    hi = i + 3;
    if (lo < 0)
      lo = 0;
    if (hi > m)
      hi = m;
    for (j = lo; j < hi; j++)
      out[i * m + j] = in[i * m + j] + 1.0f;
  }
}
static void borders(int n, int m, float *restrict out, const float *restrict in) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int up, left;
      if (i > 0) {
        up = i - 1;
        if (j > 0)
          left = j - 1;
        else
          left = m - 1;
      } else {
        up = n - 1;
        left = j;
      }
      out[i * m + j] = in[up * m + j] - in[i * m + left];
    }
}
// The value is part of a statement, too.
static void in_text(int n, float *restrict out, const float *restrict in) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = i;
    if (2 * i < n)
      k += n;
    else
      k--;
    out[k] = in[i] + (float)k;
  }
}
// Without `else`, from a value that data gives in one branch: that stays unknown.
static void from_data(int n, float *restrict out, const float *restrict in) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = i;
    if (i > 3)
      k = (int)in[i] & 7;
    out[i] = in[k];
  }
}
static void unsigned_neighbour(unsigned n, float *restrict out, const float *restrict in) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++) {
    unsigned k = i - 1;
    if (i == 0)
      k = n - 1;
    out[i] = in[k];
  }
}
static int last_value(int n, float *restrict out, const float *restrict in) {
  int k = 7;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    k = i;
    if (i >= 5)
      k = 2 * i - 5;
    out[k] = in[i];
  }
  return k;
}

int main(void) {
  float sum = 0;
  for (int i = 0; i < MOST * MOST; i++)
    a[i] = (float)(i * 37 % 101) + 0.25f, b[i] = -1.0f;
  const int sizes[] = {1, 2, 5, 19, 40};
  for (int s = 0; s < 5; s++) {
    const int n = sizes[s];
    last_tile(n, (n + TILE - 1) / TILE, n % TILE, b, a);
    clamped(n, n + 3, b + 100, a);
    borders(n, n + 1, b + 200, a);
    in_text(n, b + 2000, a);
    from_data(n, b + 2100, a);
    unsigned_neighbour((unsigned)n, b + 2200, a);
    sum += (float)last_value(n, b + 2300, a);
    for (int i = 0; i < MOST * MOST; i++)
      sum += b[i] * (float)(i % 7);
  }
  printf("%.9g\n", sum);
}
