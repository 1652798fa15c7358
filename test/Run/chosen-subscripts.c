// Subscripts that have one of several values, as data says.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: not all memory around the elements of array 'x' can be read; the original loops run
// CHECK: gputile-run: SAME: 11 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

#define N 61
#define AT(i, j) ((i) + (j) * (n + 4))
static double A[8 * N], B[N], C[2 * N], D[N][N];
static int c[N];

static void upwind(int n, int m, double *restrict flux, double *restrict volume, double *restrict density,
                   double *restrict mass, double *restrict energy) {
  int j, k, up, donor, down, other;
  double s, u, q, limit;
#pragma gpu_tile
  for (k = 0; k < m; k++)
    for (j = 2; j < n + 2; j++) {
      if (flux[AT(j, k)] > 0.0) {
        up = j - 2;
        donor = j - 1;
        down = j;
        other = donor;
      } else {
        up = j + 1 < n + 1 ? j + 1 : n + 1;
        donor = j;
        down = j - 1;
        other = up;
      }
      s = flux[AT(j, k)] / volume[AT(donor, k)];
      u = density[AT(donor, k)] - density[AT(up, k)];
      q = density[AT(down, k)] - density[AT(other, k)];
      if (u * q > 0)
        limit = s * u;
      else
        limit = 0;
      mass[AT(j, k)] = s * limit + q;
      energy[AT(j, k)] = mass[AT(j, k)] * density[AT(donor, k)];
    }
}

static int next(int i, int q) { return q > 2 ? i - 1 : i + 1; }

static void reads(int n) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) {
    const int at = c[i] > 2 ? i - 1 : i + 1;
    int k = at;
    if (c[i] == 0)
      k = i;
    B[i] = A[at] + A[k] + A[c[i] & 1 ? i : i - 1] + A[next(i, c[i])];
  }
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) { // Changed after the choice.
    int k = c[i] > 3 ? i : i + 1;
    if (c[i] == 2)
      k = k + 1;
    C[i] = A[k];
    k++;
    C[i] += A[k];
  }
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) { // The value wraps around in its type.
    unsigned char k;
    if (c[i] > 3)
      k = i * 5;
    else
      k = i - 1;
    C[i] += A[k];
  }
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) { // In loops and switches.
    int k = i;
    for (int q = 0; q < c[i]; q++) {
      C[i] += A[k];
      k = q;
    }
    switch (c[i]) {
    case 0:
      k = i;
      break;
    default:
      k = i + 1;
    }
    C[i] -= A[k];
  }
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) // In an outer dimension.
    for (int j = 0; j < n; j++) {
      int up;
      if (D[i][j] > 3)
        up = i - 1;
      else
        up = i + 1;
      B[j] += D[up][j];
    }
}

static void unsigned_choice(unsigned n, unsigned *restrict x, const unsigned *restrict y) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++) {
    unsigned t;
    if (y[i] & 1)
      t = i - 1;
    else
      t = i;
    x[i] = i ? y[t] : 7;
  }
}

static void affine_choice(int n, double *restrict x, const double *restrict y) {
  int k, l;
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) {
    if (i > 10)
      k = i;
    else
      k = i - 1;
    if (c[i] > 2)
      l = k;
    else
      l = k + 1;
    x[i] += y[l];
  }
}

static void writes(int n, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k;
    if (c[i] > 2)
      k = 2 * i;
    else
      k = 2 * i + 1;
    x[k] = i;
  }
}

static void updates(int n, long *x) {
#pragma gpu_tile
  for (int i = 0; i < n - 1; i++) {
    int k;
    if (c[i] > 2)
      k = i;
    else
      k = i + 1;
    x[k] += i;
  }
}

// What is never chosen need not exist.
static void some(int n, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k;
    if (c[i] >= 0)
      k = i;
    else
      k = i + 100000000;
    B[i] = x[k];
  }
}

static void show(const char *what, const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * (i % 13 + 1);
  printf("%s %a\n", what, sum);
}

int main(void) {
  static double flux[999], volume[999], density[999], mass[999], energy[999];
  for (int i = 0; i < 999; i++) {
    flux[i] = i * 7 % 5 - 2;
    volume[i] = 1 + i % 3;
    density[i] = i * i % 11;
  }
  upwind(29, 23, flux, volume, density, mass, energy);
  show("mass", mass, 999);
  show("energy", energy, 999);
  for (int i = 0; i < 8 * N; i++)
    A[i] = i * 0.5 + 1;
  for (int i = 0; i < N; i++) {
    c[i] = i * 11 % 7;
    for (int j = 0; j < N; j++)
      D[i][j] = i * j % 8;
  }
  double *x = calloc(3 * N, sizeof *x);
  unsigned ux[N] = {0}, uy[N];
  long h[N] = {0};
  for (int i = 0; i < N; i++)
    uy[i] = i * 3;
  for (int n = 0; n <= N; n += n < 2 ? 1 : N - 2) {
    reads(n);
    unsigned_choice(n, ux, uy);
    affine_choice(n, x, A);
    writes(n, x);
    updates(n, h);
  }
  some(N, x);
  show("B", B, N);
  show("C", C, 2 * N);
  show("x", x, 3 * N);
  for (int i = 0; i < N; i++)
    printf("%u %ld\n", ux[i], h[i]);
}
