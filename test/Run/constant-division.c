// Divisions by constants: multiplications with the same bits, for zeros of both signs, subnormal
// numbers, infinities and quotients that overflow.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=DONE
// DONE-COUNT-4: region runs on the GPU
// RUN: FileCheck %s --check-prefix=CUDA < %t/constant-division.gputile.cu
// RUN: %gputile_run --backend=cpu --check %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --fp=contract %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 4 regions equal bit for bit, same output
// RUN: %gputile --exact-division=off --output-dir=%t %s -- && FileCheck %s --check-prefix=OFF < %t/constant-division.gputile.cu
// OFF-NOT: gpt_div
// RUN: %gputile --check-text=on --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=DONE
#include <stdio.h>
#include <string.h>

#define N 4096
#define H 0.1
enum { SIX = 6 };
static const float third = 3.0f;
static const double dx = 0.01;
static float a[N], b[N];
static double c[N], d[N];
static int k[N];

static unsigned long long seed = 1;
static unsigned next(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33);
}

/// Numbers of all kinds.
static void fill(void) {
  for (int i = 0; i < N; i++) {
    unsigned f = next() << 1 ^ next();
    unsigned long long w = (unsigned long long)next() << 33 ^ next();
    const unsigned kinds[] = {0x000fffff, 0, 0x000fffff, 0x7f7fffff, 0x01ffffff, 0x7fffffff};
    const unsigned set[] = {0, 0, 0x7f000000, 0x7f000000, 0, 0x7fc00000};
    if (i % 8 < 6) {
      f = (f & (0x80000000 | kinds[i % 8])) | set[i % 8];
      w = (w & ~(0x7ffull << 52)) | (unsigned long long)(set[i % 8] >> 23) * 8 << 52;
      if (i % 8 == 1)
        w &= 1ull << 63;
    }
    if (i % 64 == 2) { // An infinity.
      f = (f & 0x80000000) | 0x7f800000;
      w = (w & 1ull << 63) | 0x7ffull << 52;
    }
    memcpy(&a[i], &f, sizeof f);
    memcpy(&c[i], &w, sizeof w);
    b[i] = (float)next() - 1e9f;
    d[i] = next() * 1e-3;
    k[i] = (int)next();
  }
}

static inline float mean(float x, float y) { return (x + y) / 7; }
static inline double often(double x) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    s += x / (2 * H);
    s /= 3;
  }
  return s;
}

// CUDA-LABEL: constant_division_one_by_one_{{[0-9]+}}_k0
static void one_by_one(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CUDA: b[{{.*}}] = gpt_div_odd(a[{{.*}}], 5.0f);
    b[i] = a[i] / 5;
    // CUDA: d[{{.*}}] = gpt_div_even(c[{{.*}}], 6.0);
    d[i] = c[i] / SIX;
  }
}

// CUDA-LABEL: constant_division_in_place_{{[0-9]+}}_k0
static void in_place(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CUDA: gpt_div({{.*}}, 0.3f, 3.333333f, 1.8543668e-07f)
    a[i] /= 0.3f;
    // CUDA: gpt_div_odd({{.*}}, (-7.0))
    c[i] /= -7;
    // CUDA: gpt_mul({{.*}}, 0.25)
    d[i] = d[i] / 4;
    // CUDA: (int)gpt_div((double){{.*}}, 2.5,
    k[i] /= 2.5;
  }
}

// CUDA: float constant_division_mixed_{{[0-9]+}}_mean(float x, float y) { return gpt_div_odd(x + y, 7.0f); }
static void mixed(int n, float run) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    b[i] = mean(b[i], a[i]) / third;
    // 1e300 has a reciprocal that is too near to the least numbers.
    // CUDA: / 1e+300
    d[i] = a[i] / 3.0 + c[i] / dx + d[i] / 1e300;
    b[i] = b[i] / -10.0f / 4 / 0.1f;
    d[i] = k[i] > 100 ? (a[i] + b[i]) / (4 * H) : d[i] / 100 / 3;
    b[i] = 7 / (b[i] / 2.5f) / run;
    k[i] = k[i] / 3 + (int)(i / 9.0f);
    d[i] += often(c[i]);
    if (b[i] / 9 > 0.5f)
      b[i] = (float)(b[i] / 1.1) / (1 << 20);
  }
}

static void hard_constants(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = a[i] / 2097151 + b[i] / 2097150;
    b[i] = b[i] / 16777215 / 1.9f / 0.7f;
    c[i] = c[i] / 1125899906842623 + d[i] / 0.7;
    d[i] = d[i] / 9007199254740991 / 1.7;
  }
}

static unsigned sum(void) {
  unsigned s = 0;
  for (int i = 0; i < N; i++) {
    unsigned f[2];
    unsigned long long w[2];
    memcpy(&f[0], &a[i], 4), memcpy(&f[1], &b[i], 4);
    memcpy(&w[0], &c[i], 8), memcpy(&w[1], &d[i], 8);
    s = s * 31 + (a[i] == a[i] ? f[0] : 1) + (b[i] == b[i] ? f[1] : 1);
    s = s * 31 + (unsigned)((c[i] == c[i] ? w[0] : 1) % 1000003 + (d[i] == d[i] ? w[1] : 1) % 1000003) + (unsigned)k[i];
  }
  return s;
}

int main(void) {
  fill();
  one_by_one(N);
  printf("%x\n", sum());
  fill();
  in_place(N);
  printf("%x\n", sum());
  fill();
  mixed(N, 1.7f);
  printf("%x\n", sum());
  fill();
  hard_constants(N);
  printf("%x\n", sum());
  return 0;
}
