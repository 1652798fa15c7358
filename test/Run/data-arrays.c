// Kinds of arrays and subscripts. Overlapping arrays make the original loops run.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w 2>&1 | FileCheck %s
// CHECK-DAG: arrays 'C' and 'B' overlap; the original loops run
// CHECK-DAG: arrays 'c' and 'd' overlap; the original loops run
// CHECK: all equal; 46 fallbacks
// CHECK: gputile-run: SAME: 30 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double G[40][50], H[50][40], V[300];
int P[300];
float Q4[5][6][7][8];
static const int weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};
const double kernel3[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
static long long total;

static void global(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      G[i][j] = H[j][i] * 2 + V[i + j] + weights[(i + j) % 8];
}
static void transposed(int n, int m) {
#pragma gpu_tile
  {
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        H[j][i] = G[i][j] + G[i][m - 1 - j];
    for (int i = n - 1; i >= 0; i--)
      V[2 * i + 1] = H[0][n - 1 - i] * P[3 * i];
  }
}
static void four(int a, int b, int c, int d) {
#pragma gpu_tile
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        for (int l = 0; l < d; l++)
          Q4[i][j][k][l] = Q4[i][j][k][l] * 0.5f + (i * 1000 + j * 100 + k * 10 + l);
}
static void convolve(int n, int m, double A[n][m], double B[n][m]) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double s = 0;
      for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
          s += kernel3[p][q] * A[i + p - 1][j + q - 1];
      B[i][j] = s / 16;
    }
}
static double local_fixed(int n) {
  double A[20][30], b[30];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      A[i][j] = i - j * 0.5;
  memset(b, 0, sizeof b);
#pragma gpu_tile
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 20; i++)
      b[j] += A[i][j] * A[19 - i][j];
  double s = 0;
  for (int j = 0; j < 30; j++) s = s * 0.9 + b[j];
  return s;
}
static double vla(int n, int m) {
  double A[n + 1][2 * m + 1];
  int c[m + n + 1];
  memset(A, 0, sizeof A); memset(c, 0, sizeof c);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A[i][2 * j] = i * 0.25 + j;
      A[i + 1][2 * j + 1] = A[i][2 * j] * 2;
    }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i + j] += (int)(A[i][2 * j] * 4);
  double s = 0;
  for (int i = 0; i <= n; i++) for (int j = 0; j <= 2 * m; j++) s = s * 0.9 + A[i][j];
  for (int i = 0; i <= n + m; i++) s = s * 0.9 + c[i];
  return s;
}
static void pointer_to_array(int n, double (*A)[12], double (*B)[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 12; j++)
      A[i][j] += B[j][i] + (*A)[0] * 0 + (*(B + j))[i];
}
static void pointer_to_vla(int n, int m, float A[restrict static n][m], const float (*restrict B)[m][n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float acc = A[i][j];
      for (int k = 0; k < 3; k++) acc += B[k][j][i] * (k + 1);
      A[i][j] = acc;
    }
}
static void flat(int n, double *p, const double *q, int *r) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p[i + 1] = *(q + i) + q[i + 2] + i[q];
    *(r + i) = (int)*(q + n - i) + *q;
  }
}
static void restricted(int n, float *restrict y, const float *restrict x, float a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] += a * x[2 * i] - x[2 * i + 1];
}
static void middle(int n, double *c, double *d) {
#pragma gpu_tile
  for (int i = -n; i <= n; i++)
    c[i] = d[-i] + d[i - 3] * 2;
}
static void backwards(int n, int *p, int *q) {
#pragma gpu_tile
  for (int i = 1; i <= n; i++) {
    p[-i] = q[-2 * i + 1] * 3;
    p[-i]++;
  }
}
static void strided(int n, double *p, double *q) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 70; j++)
      p[i * 100 + j] = q[j * 9 + i] + i - j;
}
static void gather(int n, int m, int idx[n], double A[m], double out[n], double T[m][3]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    out[i] = A[idx[i]] * 2 + T[idx[n - 1 - i]][i % 3] + V[idx[i]] + weights[idx[i] & 7];
}
static void gather_global(int n, const unsigned char *sel) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    P[i] = (int)G[sel[i] % 40][sel[i + 1] % 50] + P[i] * 2;
}
static void copies(int n, double *a, double *b) { // overlaps in some calls
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 0.5 + a[i];
}
static void shifted(int n, double *a, double *b) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    a[i] = b[i - 1] + 1;
    a[i] *= 0.5;
  }
}
static void twice(int n, int m, double A[n][m], double B[n][m], double C[n][m]) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i][j] = A[i][j] * B[i - 1][j] + C[i][j];
}
static void reads_same(int n, const int *a, const int *b, int *c) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[n - 1 - i];
}
static void thin(int n, double A[n][1], double B[1][n], double C[1][n][1]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    A[i][0] = B[0][i] + 1;
    C[0][i][0] = A[i][0] * C[0][n - 1 - i][0] * 0 + B[0][n - 1 - i];
  }
}
static void cube(int a, int b, int c, int A[a][b][c], int B[c][a][b], int sum[a]) {
#pragma gpu_tile
  for (int i = 0; i < a; i++) {
    sum[i] = 0;
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++) {
        A[i][j][k] = B[k][i][j] - A[i][j][k];
        sum[i] += A[i][j][k];
      }
  }
}
static void hyper(int n, short A[n][n + 1][n + 2][2], int B[2][n][n + 1]) {
#pragma gpu_tile
  for (int c = 0; c < 2; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n + 1; j++)
        for (int k = 0; k < n + 2; k++) {
          A[i][j][k][c] += i * j + k;
          B[c][i][j] += A[i][j][k][c] * (c == 1);
        }
}
static double several(int n, double *a, double *b) {
  double s = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) a[i] = i * 0.5;
  for (int r = 0; r < 3; r++) {
#pragma gpu_tile
    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i] + r;
    if (n > 5) {
#pragma gpu_tile
      for (int i = 0; i < n - 5; i++) a[i] = b[i] * b[i + 5];
    } else
#pragma gpu_tile
      for (int i = 0; i < n; i++) a[i] += 1;
    a[n / 2] *= 0.125;
    s += b[n / 3];
  }
  return s;
}
static void sized(size_t n, unsigned m, long o, double A[n][m], double B[m][o]) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      A[i][j] = B[j][o - 1] + i * j;
}
static void triangular(int n, double A[n][n], double *row) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    row[i] = 0;
    for (int j = 0; j < i; j++) {
      A[i][j] = A[j][i] + 1;
      row[i] += A[i][j];
    }
  }
}
static long scatter_diag(int n, int d[2 * n + 1]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d[i - j + n] += i * j;
  long s = 0;
  for (int i = 0; i < 2 * n + 1; i++) s = s * 3 + d[i];
  return s & 0xffffff;
}

static double hash(int n, const double *a) { double s = 0; for (int i = n; i-- > 0;) s = s * 0.97 + a[i] * 0.01; return s; }
static double *fresh(int n) { double *a = malloc(sizeof(double) * (n + 1)); for (int i = 0; i <= n; i++) a[i] = (i * 37 % 101) * 0.25 - 9; return a; }

int main(void) {
  for (int i = 0; i < 300; i++) { V[i] = i % 13 - 4.5; P[i] = i * 7 % 31; }
  for (int i = 0; i < 50; i++) for (int j = 0; j < 40; j++) H[i][j] = i * j % 17 * 0.125;
  for (int i = 0; i < 5 * 6 * 7 * 8; i++) (&Q4[0][0][0][0])[i] = i % 19;
  global(40, 50); global(7, 33); global(0, 3);
  transposed(40, 50); transposed(31, 17); transposed(1, 1);
  four(5, 6, 7, 8); four(1, 5, 3, 7); four(3, 0, 7, 8);
  int sizes[] = {0, 1, 2, 5, 12, 37, 67};
  for (int z = 0; z < 7; z++) {
    int n = sizes[z], m = sizes[(z + 3) % 7];
    double *a = fresh(9000), *b = fresh(9000), *c = fresh(9000);
    float *f = malloc(4 * 9000), *g = malloc(4 * 20000);
    int *x = malloc(4 * 9000), *y = malloc(4 * 20000), *w = calloc(4, 200);
    for (int i = 0; i < 9000; i++) { f[i] = i % 23 * 0.1f; x[i] = i * 5 % 29; }
    for (int i = 0; i < 20000; i++) { g[i] = i % 29 * 0.2f; y[i] = i * 11 % 53; }
    unsigned char sel[100];
    for (int i = 0; i < 100; i++) sel[i] = i * 91;
    if (n > 0 && m > 0) {
      convolve(n, m, (double(*)[m])a, (double(*)[m])b);
      printf("vla %.17g\n", vla(n, m));
      pointer_to_array(n, (double(*)[12])c, (double(*)[n])a);
      pointer_to_vla(n, m, (float(*)[m])f, (const float(*)[m][n])g);
      for (int i = 0; i < n; i++) x[i] = i * 7 % m;
      gather(n, m, x, a, b, (double(*)[3])c);
      twice(n, m, (double(*)[m])a, (double(*)[m])b, (double(*)[m])c);
      twice(n, m, (double(*)[m])a, (double(*)[m])a, (double(*)[m])c);
      twice(n, m, (double(*)[m])a, (double(*)[m])b, (double(*)[m])a);
      twice(n, m, (double(*)[m])b, (double(*)[m])a, (double(*)[m])a);
      thin(n, (double(*)[1])a, (double(*)[n])b, (double(*)[n][1])c);
      cube(n % 13 + 1, m % 7 + 1, 5, (int(*)[m % 7 + 1][5])x, (int(*)[n % 13 + 1][m % 7 + 1])y, w);
      sized(n, m, 3, (double(*)[m])a, (double(*)[3])b);
      triangular(n, (double(*)[n])a, b);
      int d[2 * n + 1]; memset(d, 0, sizeof d);
      printf("diag %ld\n", scatter_diag(n, d));
      if (n < 8) { short *h = calloc(2, n * (n + 1) * (n + 2) * 2); int *k = calloc(4, 2 * n * (n + 1));
        hyper(n, (short(*)[n + 1][n + 2][2])h, (int(*)[n][n + 1])k);
        for (int i = 0; i < 2 * n * (n + 1); i++) total = total * 3 + k[i];
        free(h); free(k); }
    }
    if (n <= 30) printf("fixed %.17g\n", local_fixed(n));
    flat(n, a, b, w);
    flat(n, a, a, w); // overlap
    restricted(n, f, g, 1.5f);
    middle(n, a + 500, b + 500); middle(n, a + 500, a + 520);
    backwards(n, x + 300, y + 300); backwards(n, y + 300, y + 300);
    if (n <= 37) { strided(n, a, b); strided(n, a, a + 35); }
    gather_global(n, sel);
    copies(n, a, b); copies(n, a, a); copies(n, a + 1, a); copies(n, a, a + 1); copies(n, a + n, a); copies(n, a, a + n);
    shifted(n, a, b); shifted(n, a, a); shifted(n, a, a + 1); shifted(n, a + 1, a);
    reads_same(n, x, x, w); reads_same(n, x, x, x);
    if (n > 0) printf("several %.17g\n", several(n, a, b));
    for (int i = 0; i < 100; i++) total = total * 5 + w[i % (n + 1)] + x[i] + y[300 - i];
    printf("%d %.17g %.17g %.17g %a %llx\n", n, hash(9000, a), hash(9000, b), hash(9000, c), f[n / 2], total);
    free(a); free(b); free(c); free(f); free(g); free(x); free(y); free(w);
  }
  double s = hash(2000, &G[0][0]) + hash(2000, &H[0][0]) + hash(300, V);
  for (int i = 0; i < 300; i++) s += P[i];
  for (int i = 0; i < 5 * 6 * 7 * 8; i++) s = s * 0.99 + (&Q4[0][0][0][0])[i];
  printf("%.17g\n", s);
}
