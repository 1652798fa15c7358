// Every arithmetic type: promotions, conversions, shifts, mixed signedness, narrowing compound assignments.
// The preprocessor turns each _Pragma inside of INTEGER into a #pragma on a line of its own.
// RUN: %clang -std=c11 -E -P %s -o %t.c
// RUN: env GPUTILE_REQUIRE=1 %gputile_run --backend=cpu --check %t.c -- -std=c11 -O1 -w 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME: 32 regions equal bit for bit, same output
#include <stdio.h>
#include <stdbool.h>

typedef signed char SC;
typedef unsigned char UC;
typedef unsigned short US;
typedef unsigned int UI;
typedef long long LL;
typedef unsigned long long ULL;

static unsigned seed = 1;
static unsigned rnd(void) { return seed = seed * 1664525u + 1013904223u; }

// Integer types: T is the type of the element, N its name.
#define INTEGER(N, T) \
  static void arith_##N(int n, T a[n], T b[n], T c[n]) { \
_Pragma("gpu_tile") \
    for (int i = 0; i < n; i++) { \
      c[i] = (T)(((a[i] & 31) + (b[i] & 31)) * 3 - ((a[i] & 7) ^ 5)); \
      c[i] += (b[i] & 3); \
      c[i] ^= (T)(a[i] | b[i]); \
      c[i] = (a[i] / (T)((b[i] & 7) + 1)) + (a[i] % (T)((b[i] & 7) + 3)) + c[i] / 3; \
    } \
  } \
  static void comp_##N(int n, T a[n], T b[n], T c[n]) { \
_Pragma("gpu_tile") \
    for (int i = 0; i < n; i++) { \
      c[i] = a[i] & 15; \
      c[i] += 2; c[i] -= 1; c[i] *= 3; c[i] /= 2; c[i] %= 13; c[i] <<= 2; c[i] >>= 1; \
      c[i] |= 64; c[i] &= 127; c[i] ^= b[i] & 15; \
      c[i]++; ++c[i]; c[i]--; --c[i]; ++c[i]; \
      b[i] = ~c[i]; \
      b[i] = !b[i] + (c[i] > a[i] ? c[i] : -a[i] / 2) + (b[i] && c[i]) + (b[i] || a[i]); \
    } \
  } \
  static void conv_##N(int n, T a[n], T c[n], float f[n], double d[n], LL s[n]) { \
_Pragma("gpu_tile") \
    for (int i = 0; i < n; i++) { \
      f[i] = (float)a[i] / 3 + a[i]; \
      d[i] = a[i] / 7.0 + f[i]; \
      s[i] = (a[i] < 5u) + 2 * (a[i] < -1) + 4 * (a[i] > -1) + 8 * ((SC)a[i] < (UC)a[i]) \
           + 16 * ((unsigned)a[i] < 200) + 32 * (a[i] == (US)a[i]) + 64 * ((LL)a[i] >= 0ULL) + 128 * (a[i] != 3); \
      c[i] = (T)(int)(f[i] / 1e18f) + (T)((a[i] & 100) * 0.75); \
    } \
  } \
  static void run_##N(int n) { \
    T a[n + 1], b[n + 1], c[n + 1]; float f[n + 1]; double d[n + 1]; LL s[n + 1]; \
    for (int i = 0; i < n; i++) { \
      a[i] = (T)(((ULL)rnd() << 40) ^ ((ULL)rnd() << 13) ^ (rnd() >> 16)); \
      b[i] = (T)(rnd() >> 11); \
      if (i % 5 == 0) { a[i] = (T)(rnd() >> 24); b[i] = 0; } \
      if (sizeof(T) < 4) ; else a[i] = a[i] / 2; \
    } \
    arith_##N(n, a, b, c); \
    ULL h = 0; \
    for (int i = 0; i < n; i++) h = h * 31 + (ULL)c[i]; \
    comp_##N(n, a, b, c); \
    for (int i = 0; i < n; i++) h = (h * 31 + (ULL)c[i]) * 31 + (ULL)b[i]; \
    conv_##N(n, a, c, f, d, s); \
    for (int i = 0; i < n; i++) h = ((h * 31 + (ULL)c[i]) * 31 + (ULL)s[i]) * 31 + (ULL)(LL)(d[i] / 1e3); \
    printf("%s %d %llx\n", #N, n, h); \
  }
INTEGER(char, char)
INTEGER(uchar, UC)
INTEGER(short, short)
INTEGER(ushort, US)
INTEGER(int, int)
INTEGER(uint, UI)
INTEGER(llong, LL)
INTEGER(ullong, ULL)

static void bools(int n, bool p[n], bool q[n], int a[n], double d[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p[i] = a[i] & 6;
    q[i] = d[i];
    p[i] += q[i];
    q[i] ^= 2;
    p[i] |= a[i] < 0;
    a[i] = p[i] + q[i] + (p[i] << 4) + -q[i] + !p[i] + ~q[i];
    q[i] = (bool)(d[i] * 0.25) == p[i];
    q[i] -= 3;
    q[i] *= p[i];
    d[i] = p[i] * 0.5 + (q[i] ? 2 : 3.5f);
  }
}

static void narrowing(int n, SC a[n], UC b[n], short c[n], US d[n], int e[n], UI f[n], float g[n], double h[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] += 100;
    a[i] -= b[i] * 3;
    b[i] *= b[i];
    b[i] += 1.75;
    b[i] <<= 1;
    b[i] = -b[i];
    c[i] *= 11;
    c[i] += (short)d[i];
    d[i] -= 70000;
    d[i] >>= 3;
    c[i] /= -3;
    c[i] %= 1000u;
    e[i] = a[i] * b[i] - c[i] + d[i];
    e[i] += 0.5f;
    e[i] *= 0.99;
    e[i] += g[i] * 10;
    f[i] -= e[i];
    f[i] /= -7;
    f[i] *= 1.0f / 3;
    g[i] += 0.1;
    g[i] *= h[i];
    g[i] -= e[i];
    h[i] += g[i];
    h[i] /= 3;
    h[i] -= f[i];
    h[i] *= 0.1f;
    g[i]++;
    --h[i];
  }
}

static void shifts(int n, int a[n], UI b[n], LL c[n], ULL d[n], US e[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    c[i] = (a[i] >> 3) + (b[i] >> 5) + (c[i] >> 40) - (LL)(d[i] >> 33);
    d[i] = (1ULL << (b[i] & 63)) | ((ULL)b[i] << 32) | (b[i] << (a[i] & 31));
    a[i] = (1 << (b[i] & 15)) ^ (a[i] >> (b[i] & 31)) ^ (int)(e[i] << 8) ^ (~e[i] >> 4);
    b[i] = (b[i] << 7) | (b[i] >> 25);
    e[i] = (e[i] << 3) | (e[i] >> 13);
  }
}

static void divisions(int n, int a[n], int b[n], LL c[n], UI d[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int q = a[i] / 3, r = a[i] % 3, s = a[i] / -4, t = a[i] % -4;
    c[i] = (LL)q * 1000003 + r * 10007 + (LL)s * 101 + t;
    c[i] += (i - 10) / 4 + (i - 10) % 4 * 7;
    c[i] += b[i] != 0 ? a[i] / b[i] + a[i] % b[i] : -1;
    d[i] = d[i] / 7 + d[i] % 11 + a[i] / 5u;
    c[i] %= 1000000007LL;
    c[i] += a[i] < d[i] ? 1 : a[i] > (LL)d[i] ? 2 : (short)a[i] == (US)d[i] ? 3 : 4;
  }
}

static void floats(int n, float f[n], double d[n], float alpha, double beta, int k) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    float x = f[i] * alpha;
    double y = f[i] * beta;
    f[i] = x * x + alpha * 0.1f - y;
    d[i] = x * alpha + y * k + f[i] * 0.3 + 1.f / 3 + 1. / 3 + k / 2 + k / 2.f;
    d[i] = d[i] < f[i] ? -d[i] : +f[i];
    d[i] += (f[i] == (float)d[i]) + (d[i] != d[i]) + !f[i] + (d[i] && f[i]);
    f[i] += (float)(d[i] * d[i]) - (int)f[i] % 5;
  }
}

enum color { RED = -3, GREEN, BLUE = 200 };
#define SQ(x) ((x) * (x))
#define OFFSET 7
#define SEL(c, a, b) ((c) ? (a) : (b))
typedef enum color color_t;
typedef double real;
static const int table_size = 5;
static void constants(int n, enum color a[n], real x[n], int y[n], color_t limit) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : limit;
    y[i] = a[i] + SQ(BLUE - i) + OFFSET * 'A' + SEL(a[i] < 0, '\n', 0x7fffffffu - 5) + (int)sizeof(real) + 010 + table_size;
    x[i] = SQ(x[i] + 1e-3) + 0x1.8p3 + SEL(a[i] == BLUE, 1, 2.5f) + 4000000000 + 3L + 2u * y[i] + -1;
  }
}

// Iterators in expressions, of several types.
static void iterators(int n, LL a[n], double d[n], UC b[n]) {
#pragma gpu_tile
  {
    for (short i = 0; i < n; i++)
      a[i] = i * i - (i << 2) + (UC)i + (SC)(i * 3) + -i % 7;
    for (unsigned i = 0; i < (unsigned)n; i++)
      d[i] = (double)i / 3 + (i & 3) + (i % 5 == 2) - (float)i * 0.1f;
    for (long i = n - 1; i >= 0; i--)
      b[i] = i + (i ^ 21) - ~i;
  }
}

static void floating_to_integer(int n, double d[n], float f[n], SC a[n], US b[n], LL c[n], UI e[n], ULL g[n], bool h[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = d[i] * 0.001;
    b[i] = f[i] * f[i] * 0.01f;
    c[i] = d[i] * 1e10;
    e[i] = d[i] * d[i];
    g[i] = d[i] * d[i] * 1e9;
    h[i] = f[i];
    d[i] = c[i] + e[i];
    f[i] = g[i];
    d[i] += g[i] * 0.5f;
    f[i] += c[i];
  }
}

static void many(int n) {
  bool p[n + 1], q[n + 1]; SC sc[n + 1]; UC uc[n + 1]; short s[n + 1]; US us[n + 1]; int a[n + 1], b[n + 1]; UI u[n + 1];
  LL l[n + 1]; ULL ul[n + 1]; float f[n + 1]; double d[n + 1]; enum color col[n + 1];
  for (int i = 0; i < n; i++) {
    p[i] = q[i] = rnd() >> 31; sc[i] = rnd() >> 20; uc[i] = rnd() >> 20; s[i] = rnd() >> 15; us[i] = rnd() >> 15;
    a[i] = (int)rnd() / 4; b[i] = (int)(rnd() >> 28) - 8; u[i] = rnd(); l[i] = (LL)rnd() << 20; ul[i] = (ULL)rnd() << 30;
    f[i] = (int)(rnd() >> 20) / 16.f - 128; d[i] = i % 4 ? (int)(rnd() >> 16) / 64. - 512 : 0;
  }
  bools(n, p, q, a, d);
  for (int i = 0; i < n; i++) { a[i] = (int)rnd() / 4; d[i] = (int)(rnd() >> 16) / 64. - 512; s[i] /= 16; sc[i] /= 4; }
  narrowing(n, sc, uc, s, us, b, u, f, d);
  for (int i = 0; i < n; i++) { a[i] = (int)rnd() / 2; b[i] = (int)(rnd() >> 28) - 8; u[i] = rnd(); }
  divisions(n, a, b, l, u);
  shifts(n, a, u, l, ul, us);
  for (int i = 0; i < n; i++) { f[i] = (int)(rnd() >> 20) / 256.f - 8; }
  floats(n, f, d, 0.7f, 1.1, 13);
  constants(n, col, d, a, BLUE);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += d[i] + f[i] + a[i] + b[i] + (double)l[i] + u[i] + s[i] + us[i] + sc[i] + uc[i] + p[i] + 2 * q[i];
  iterators(n, l, d, uc);
  for (int i = 0; i < n; i++) sum += d[i] + l[i] + uc[i];
  for (int i = 0; i < n; i++) { f[i] = (int)(rnd() >> 20) / 256.f - 8; d[i] = (int)(rnd() >> 16) / 64. - 512; }
  floating_to_integer(n, d, f, sc, us, l, u, ul, p);
  for (int i = 0; i < n; i++) sum += d[i] + f[i] + sc[i] + us[i] + p[i];
  printf("many %d %.17g\n", n, sum);
}

int main(void) {
  int sizes[] = {0, 1, 133};
  for (int k = 0; k < 3; k++) {
    int n = sizes[k];
    run_char(n); run_uchar(n); run_short(n); run_ushort(n); run_int(n); run_uint(n);
    run_llong(n); run_ullong(n); many(n);
  }
}
