// Scalars, temporaries, local arrays, calls. Two source files in one call; scalars
// of two regions are used afterwards (scalars, the second, and last_value).
// RUN: env GPUTILE_REQUIRE=1 %gputile_run --backend=cpu --check %s %S/data-calls-lib.c -- -std=c11 -O1 -w 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME: 18 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double lib_scale(int n, double a[n], double alpha);
void lib_table(int n, int m, float t[n][m]);
extern int lib_counts[64];
void lib_histogram(int n, const int *v);

static double scalars(int n, double a[n], const double b[n], float alpha, int shift, const unsigned char bias, double *last) {
  double t, u = 0.5;
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    t = b[i] * alpha;
    double v = t + u;
    const int w = (i << shift) + bias;
    a[i] = v * v + w;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    u = b[i] + alpha;
    k = i * 2;
    a[i] += u * k;
  }
  *last = u;
  return k;
}
static double last_value(int n, int m, double A[n][m]) {
  double x = -1, y = -2;
  int i = -7, j = -8;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = i % 2; j < m; j += 2) {
      x = A[i][j] + 1;
      if (A[i][j] > 3)
        y = x * i;
      A[i][j] = x * 0.5;
    }
  return x + y * 100 + i * 10000 + j * 1000000.;
}
static double reduction(int n, int m, double A[n][m], double r[n]) {
  double s = 0.125, big = -1e9;
  int count = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    r[i] = 0;
    for (int j = 0; j < m; j++)
      r[i] += A[i][j] * 1.0000001;
    s += r[i];
    big = r[i] > big ? r[i] : big;
    if (r[i] < 4) count++;
  }
  return s + big + count;
}
static void accumulate(int n, int m, double A[n][m], double B[m][n], double C[n][n], float F[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    float f = 1;
    for (int j = 0; j < n; j++) {
      double s = C[i][j];
      for (int k = 0; k < m; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
      f *= 0.5f;
      f += (float)s;
    }
    F[i] = f;
  }
}
static void local_arrays(int n, int m, double A[n][m], double B[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double w[4], acc[2][3];
    int hist[5] = {0, 1, 2};
    for (int k = 0; k < 4; k++)
      w[k] = A[i][k % m] * (k + 1);
    for (int p = 0; p < 2; p++)
      for (int q = 0; q < 3; q++)
        acc[p][q] = w[p + q] - w[p];
    for (int j = 0; j < m; j++) {
      hist[j % 5]++;
      acc[j % 2][j % 3] += w[j % 4];
    }
    for (int j = 0; j < m; j++)
      B[i][j] = acc[j % 2][j % 3] + hist[j % 5] + w[(i + j) % 4];
  }
}
static void math(int n, double a[n], double b[n], float f[n], int k[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double x = a[i];
    b[i] = sqrt(fabs(x)) + fmin(x, 0.5) * fmax(x, b[i]) + floor(x * 3) - ceil(x / 3) + trunc(x) + fabs(-x) + copysign(2, x) + fma(x, x, b[i]);
    f[i] = sqrtf(fabsf(f[i])) + floorf(f[i] * 7) + fminf(f[i], 1) - fmaxf(f[i], -1.5f) + (float)sqrt(fabs(f[i]));
    k[i] = abs(k[i] - 5) + (int)labs((long)k[i] * -3) + (int)round(x) + (int)rint(x * 2) + (int)llabs(k[i]);
    b[i] += fdim(x, 1) + nearbyint(x * 5);
  }
}
static inline double clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }
static inline float half(float x) { return x * 0.5f; }
static inline int isqrt(int n) {
  int r = 0;
  for (int i = 1; i < 8; i++)
    if (i * i <= n)
      r = i;
  return r;
}
static inline double poly(double x, int degree) {
  double s = 0;
  for (int i = degree; i >= 0; --i) {
    s = s * x + (i + 1);
    s = clamp(s, -1e3, 1e3);
  }
  return s;
}
static inline unsigned mix(unsigned x) { x ^= x >> 7; x *= 0x85ebca6bu; return x ^ (x << 3); }
static inline signed char narrow(int x) { return x + half(x); }
static inline double both(double x) { return poly(clamp(x, -2, 2), 3) + isqrt((int)fabs(x)); }
static void inlined(int n, double a[n], unsigned h[n], int c[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = both(a[i]) + clamp(i, 2, 5) * half(i) + poly(half(a[i]), 2);
    h[i] = mix(h[i] + mix(i));
    c[i] = narrow(c[i] * 3) + isqrt(c[i] & 63);
  }
}
static void conditions(int n, int m, double A[n][m], int lim, int flags) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (i < lim && j > i)
        A[i][j] += 1;
      else if (A[i][j] > 2)
        A[i][j] *= 0.5;
      else {
        double z = A[i][j] * A[i][j];
        A[i][j] = z > 1 ? z : -z;
      }
      if ((flags & 4) && i % 3 == 1)
        A[i][j] -= 0.25;
      A[i][j] = A[i][j] + (i == j ? 3 : flags >> 1);
    }
}
static double g_scale = 1.5;
static int g_n = 41;
float g_out[64];
static void globals(void) {
#pragma gpu_tile
  for (int i = 0; i < g_n; i++) {
    double t = g_scale * i;
    g_out[i] = g_out[i] * (float)g_scale + t;
  }
}
static void chain(int n, double a[n], double b[n], double c[n]) {
  double carry = 1;
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      a[i] = b[i] * 2;
    double s = 0;
    for (int i = 0; i < n; i++)
      s += a[i];
    for (int i = 0; i < n; i++)
      c[i] = a[i] / (s * s + 1);
    carry = s;
  }
  c[0] += carry;
}
static void scalar_time(int T, int n, double a[n]) {
  double dt = 0.01;
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    dt = dt * 1.1;
    for (int i = 0; i < n; i++)
      a[i] += dt * i;
  }
  a[0] += dt;
}
static void swap(int n, double a[n], double b[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = a[i], u;
    a[i] = b[i];
    u = b[i] = t;
    a[i] += u;
    b[i] -= 1;
  }
}
static void pair(int n, int m, int A[n][m], int B[n][m]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int x = i, y = 1;
    for (int j = 0; j < m; j++) {
      int t = x + y;
      x = y & 0xffff;
      y = t & 0xfffff;
      A[i][j] = x;
      B[i][j] = A[i][j]++ + --A[i][j] * 0 + y;
    }
  }
}
static void chained(int n, int a[n], short b[n], double c[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    c[i] = a[i] = b[i] = i * 3000;
    a[i] = -(b[i]) - (-a[i]);
  }
}

static double hash(int n, const double *a) { double s = 0; for (int i = n; i-- > 0;) s = s * 0.97 + a[i] * 0.01; return s; }
static double *fresh(int n) { double *a = malloc(sizeof(double) * (n + 1)); for (int i = 0; i <= n; i++) a[i] = (i * 37 % 101) * 0.125 - 5; return a; }

int main(void) {
  int sizes[] = {0, 1, 2, 7, 31, 66};
  globals();
  for (int z = 0; z < 6; z++) {
    int n = sizes[z], m = sizes[(z + 2) % 6];
    double *a = fresh(5000), *b = fresh(5000), *c = fresh(5000), last;
    float *f = malloc(4 * 5000); int *k = malloc(4 * 5000), *l = malloc(4 * 5000); unsigned *h = malloc(4 * 5000); short *o = malloc(2 * 5000);
    for (int i = 0; i < 5000; i++) { f[i] = i % 31 * 0.3f - 4; k[i] = i * 13 % 71 - 30; l[i] = h[i] = i * 7919; o[i] = i; }
    double r = scalars(n, a, b, 0.3f, 3, 200, &last) + last;
    if (n > 0 && m > 0) {
      r += last_value(n, m, (double(*)[m])a);
      r += reduction(n, m, (double(*)[m])a, b);
      accumulate(n, m, (double(*)[m])a, (double(*)[n])b, (double(*)[n])c, f);
      local_arrays(n, m, (double(*)[m])a, (double(*)[m])c);
      conditions(n, m, (double(*)[m])c, 5, 6); conditions(n, m, (double(*)[m])c, n, 1);
      chain(n, a, b, c);
      scalar_time(n, m, b);
      pair(n, m, (int(*)[m])k, (int(*)[m])l);
      lib_table(n, m, (float(*)[m])f);
    }
    math(n, a, b, f, k);
    inlined(n, a, h, k);
    swap(n, a, c);
    chained(n, k, o, b);
    r += lib_scale(n, a, 0.75);
    lib_histogram(n, l);
    g_n = n < 64 ? n : 64; g_scale *= 1.25;
    globals();
    for (int i = 0; i < 1000; i++) r = r * 0.97 + f[i] + k[i] % 1000 + l[i] % 1000 + h[i] % 1000 + o[i] + g_out[i % 64] + lib_counts[i % 64];
    printf("%d %.17g %.17g %.17g %.17g\n", n, r, hash(5000, a), hash(5000, b), hash(5000, c));
    free(a); free(b); free(c); free(f); free(k); free(l); free(h); free(o);
  }
}
