// Loops over all elements that take the number of one apart, `i = k / m; j = k % m;`: nests stand for them.
// RUN: %gputile_run --backend=cpu --check --remarks=on --order=random:3 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=reverse %s -- -std=c11 -O1 > %t.out2 2> %t.err2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: inspected-reads
// CHECK: note: the original loops run unless n >= 0, and m >= 1, and the inner subscripts of 'y'
// CHECK: note: the original loops run unless N >= 0, and C >= 1, and H >= 1, and W >= 1, and
// CHECK: note: the original loops run unless n <= 65535, and m >= 1, and m <= 65535, and
// CHECK: warning: region left on the CPU: subscript '(k * 7) % m' of 'b' is not affine
// CHECK: checked 24 region executions, all equal; 5 fallbacks
// CHECK: SAME: 19 regions equal bit for bit, same output
#include <stdio.h>
#include <string.h>

enum { SIZE = 5000 };
static float a[SIZE], b[SIZE], s[SIZE];

static void rows(int n, int m) {
  float *x = a, *y = b;
#pragma gpu_tile
  for (int k = 0; k < n * m; k++) {
    int i = k / m, j = k % m;
    y[i * m + j] = x[i * m + j] * 2 + j;
  }
}
static void transposed(int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * m; ++k) {
    const int i = k / m, j = k - i * m;
    y[j * n + i] = x[k];
  }
}
static void tensor(int N, int C, int H, int W, const float *x, const float *scale, float *y) {
#pragma gpu_tile
  for (int k = 0; k < N * C * H * W; k++) {
    int n = k / (C * H * W), c = (k / (H * W)) % C, h = (k / W) % H, w = k % W;
    y[((n * C + c) * H + h) * W + w] = x[((n * C + c) * H + h) * W + w] * scale[c] + n + h;
  }
}
static void remainders(long N, long C, long H, long W, const float *x, float *y) {
  const long plane = H * W, volume = C * plane, total = N * volume;
#pragma gpu_tile
  for (long k = 0; k < total; k++) {
    const long n = k / volume;
    const long rest = k % volume;
    const long c = rest / plane, inner = rest % plane;
    const long h = inner / W, w = inner % W;
    y[((c * N + n) * W + w) * H + h] = x[k] + (float)k;
  }
}
// One quotient alone.
static void channels(int n, int c, int hw, const float *bias, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * c * hw; k++) {
    y[k] += bias[(k / hw) % c];
  }
}
static void square(int n, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * n; k++)
    y[k] = x[(k % n) * n + k / n];
}
static void constants(int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < 4 * n * m * 3; k++) {
    const int last = k % 3, block = k / (m * 3);
    y[k] = x[k / 3] + last + block;
  }
}
static void conditions(int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * m; k++) {
    const int i = k / m, j = k % m;
    if (i == 0 || j == 0 || i == n - 1 || j == m - 1)
      continue;
    y[k] = x[k - 1] + x[k + 1] + x[k - m] + x[k + m];
  }
}
static void steps(int t, int n, int m, float *x, float *y) {
#pragma gpu_tile
  for (int r = 0; r < t; r++) {
#pragma unroll 2
    for (int k = 0; k < n * m; k++)
      y[k] = x[(k / m) * m + k % m] + r;
    for (int k = 0; k < m * n; k++) {
      int j = k % m;
      x[k] = y[k] * 0.5f + j;
    }
  }
}
// Products that wrap around.
static void narrow(unsigned n, unsigned m, const float *x, float *y) {
#pragma gpu_tile
  for (unsigned k = 0; k < n * m; k++)
    y[k % m + (k / m) * m] = x[k] + k / m;
}
static void wide(size_t n, size_t m, const float *x, float *y) {
#pragma gpu_tile
  for (size_t k = 0; k < n * m; k++) {
    const int i = k / m, j = k % m;
    y[j * n + i] = x[k] * 3;
  }
}
static void mixed(int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (size_t k = 0; k < (size_t)n * m; k++)
    y[k] = x[k] + k % m;
}
// The second loop counts otherwise: quotients are no digits.
static void others(int n, int m, int p, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * m; k++)
    y[k] = x[k] + k % p;
}
// A factor changes in the program.
static void changed(int n, int m, const float *x, float *y) {
  int total = n * m;
  m = 7;
#pragma gpu_tile
  for (int k = 0; k < total; k++)
    y[k] = x[k] + k % m;
}
// What ends the loop would end one of two.
static void searched(int t, int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (int r = 0; r < t; r++) {
    y[r] = -1;
    for (int k = 0; k < n * m; k++) {
      int i = k / m;
      if (x[k] > 10 * i + r) {
        y[r] = k % m;
        break;
      }
    }
  }
}
// Loops inside may end.
static void inner(int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * m; k++) {
    int i = k / m, j = k % m;
    y[j * n + i] = 0;
    for (int r = 0; r < 5; r++) {
      if (x[k] < r)
        break;
      y[j * n + i] += r;
    }
  }
}
static int local(int n, int m, const float *x, float *y) {
  int k;
#pragma gpu_tile
  for (k = 0; k < n * m; k++)
    y[k] = x[k] + k % m;
  return k;
}
static void scattered(int n, int m, const float *x, float *b) {
#pragma gpu_tile
  for (int k = 0; k < n * m; k++)
    b[(k * 7) % m] = x[k];
}
static void sums(int n, int m, const float *x, float *y) {
#pragma gpu_tile
  for (int k = 0; k < n * m; k++)
    y[k / m] += x[k];
}
static void files(int n, int m, const float *x, float *y) {
  const struct {
    int rows, columns;
  } size = {n, m};
#pragma gpu_tile
  for (int k = 0; k < size.rows * size.columns; k++)
    y[k] = x[k] * (k / size.columns);
}

static void show(const char *name) {
  double total = 0;
  for (int i = 0; i < SIZE; i++)
    total = total * 0.999 + b[i];
  printf("%s %.9g\n", name, total);
  for (int i = 0; i < SIZE; i++)
    a[i] = i % 101, b[i] = i % 13, s[i] = i % 7;
}

int main(void) {
  show("start");
  rows(40, 70);
  rows(1, 4000);
  rows(4000, 1);
  rows(0, 5);
  rows(-3, -4);
  show("rows");
  transposed(33, 65, a, b);
  transposed(7, 0, a, b);
  show("transposed");
  tensor(3, 5, 7, 11, a, s, b);
  tensor(1, 1, 1, 37, a, s, b);
  tensor(2, 3, -1, -2, a, s, b);
  show("tensor");
  remainders(3, 4, 5, 6, a, b);
  remainders(0, 4, 5, 6, a, b);
  show("remainders");
  channels(4, 6, 50, s, b);
  show("channels");
  square(61, a, b);
  square(0, a, b);
  show("square");
  constants(5, 9, a, b);
  show("constants");
  conditions(30, 40, a, b);
  show("conditions");
  steps(3, 17, 40, a, b);
  show("steps");
  narrow(50, 60, a, b);
  narrow(65536, 65536, a, b);
  show("narrow");
  wide(50, 60, a, b);
  show("wide");
  mixed(50, 60, a, b);
  show("mixed");
  others(50, 60, 9, a, b);
  changed(50, 60, a, b);
  searched(30, 50, 60, a, b);
  inner(50, 60, a, b);
  printf("%d\n", local(50, 60, a, b));
  scattered(50, 60, a, b);
  sums(50, 60, a, b);
  files(50, 60, a, b);
  show("others");
}
