// Neighbours at borders in flat arrays: choices between subscripts with products, by affine conditions.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -std=gnu11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check %s -- -std=gnu11 -O1 -w --args 1 2>&1 | FileCheck %s
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>
static void hot(float *tIn, float *pIn, float *tOut, int nx, int ny, int nz, float cc, float cw) {
#pragma gpu_tile
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        int c, w, e, n, s, b, t;
        c = x + y * nx + z * nx * ny;
        w = (x == 0) ? c : c - 1;
        e = (x == nx - 1) ? c : c + 1;
        n = (y == 0) ? c : c - nx;
        s = (y == ny - 1) ? c : c + nx;
        b = (z == 0) ? c : c - nx * ny;
        t = (z == nz - 1) ? c : c + nx * ny;
        tOut[c] = cc * tIn[c] + cw * tIn[w] + cw * tIn[e] + tIn[n] - tIn[s] + cc * (tIn[b] + tIn[t]) + pIn[c];
      }
}
static void two(double *a, const double *b, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const int at = i * m + j;
      a[at] = b[i > 0 ? at - m : at] + b[j < m - 1 ? at + 1 : at] + b[(i + 1 < n ? at + m : at)];
    }
}
static void ifs(double *a, const double *b, int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int at = i * m + j, up = at - m;
      if (i == 0)
        up = at;
      a[at] = b[up];
    }
}
// Written, too: all but the last column moves by one.
static void moved(double *a, const double *b, int n, int m, int back) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) {
      const int at = i * m + j;
      a[back > 0 ? at : at + 1] = b[at];
    }
}

// Periodic rows: the choice is of the last element of the same row.
static void periodic(double *a, const double *b, size_t n, size_t m) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) {
      size_t at = i * m + j;
      a[at] = b[i ? at - m : at] + b[j ? at - 1 : at + m - 1] - b[j + 1 < m ? at + 1 : at + 1 - m];
    }
}
static void periodic_planes(double *a, const double *b, int n, int m, int l) {
#pragma gpu_tile
  for (int k = 0; k < l; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        int at = (k * n + i) * m + j;
        int west = j > 0 ? at - 1 : at + m - 1, east = j < m - 1 ? at + 1 : at - m + 1;
        int south = i > 0 ? at - m : at + (n - 1) * m, north = i < n - 1 ? at + m : at - (n - 1) * m;
        a[at] = b[west] + 2 * b[east] + 3 * b[south] + 4 * b[north];
      }
}

int main(int argc, char **argv) {
  const int nx = argc > 1 ? 1 : 20, ny = argc > 1 ? 2 : 23, nz = argc > 1 ? 1 : 11;
  const size_t k = (size_t)nx * ny * nz;
  float *a = malloc(k * sizeof(float)), *b = malloc(k * sizeof(float)), *c = calloc(k, sizeof(float));
  double *d = calloc(k, sizeof(double)), *e = malloc(k * sizeof(double));
  for (size_t i = 0; i < k; i++) {
    a[i] = i % 13;
    b[i] = i % 7;
    e[i] = i % 17;
  }
  double s = 0;
  hot(a, b, c, nx, ny, nz, .5f, .25f);
  two(d, e, nx, ny);
  for (size_t i = 0; i < k; i++)
    s += c[i] * (i % 5) + d[i];
  ifs(d, e, ny, nx);
  for (size_t i = 0; i < k; i++)
    s += d[i] * (i % 3);
  moved(d, e, ny, nx, 0);
  moved(e, d, ny, nx, 1);
  for (size_t i = 0; i < k; i++)
    s += d[i] * (i % 11) + e[i];
  for (int m = 1; m < 12 && m <= (int)k; m += 3) {
    periodic(d, e, k / m, m);
    for (size_t i = 0; i < k / m * m; i++)
      s += d[i] * (i % 3);
  }
  periodic_planes(d, e, ny, nx, nz);
  for (size_t i = 0; i < k; i++)
    s += d[i] * (i % 7);
  printf("%.17g\n", s);
  return 0;
}
