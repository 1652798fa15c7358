// What nests of loops count by steps: indices, pointers that walk through rows, offsets of rows.
// RUN: %gputile --output-dir=%t --remarks=on %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAID
// SAID-COUNT-19: remark: region runs on the GPU
// SAID: 4 left
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 -w 2>&1 | FileCheck %s
// CHECK-DAG: gputile: a subscript of array 'out' may wrap around; the original loops run
// CHECK-DAG: gputile: m >= 0 does not hold; the original loops run
// CHECK: gputile-run: SAME: 19 regions equal bit for bit, same output
#include <stdio.h>
#include <stddef.h>

static double a[24][20], plane[6][5][4], b[2000], c[2000];

static void pack(int n, int m, double *out) {
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[k++] = a[i][j];
}
static void unpack(size_t n, size_t m, const double *in) {
  size_t k = 3;
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; ++j, ++k)
      a[i][j] += in[k];
}
static void walk(int n, int m, double *out) {
  double *to = out;
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--) {
    const double *from = a[i];
    for (int j = 0; j < m; j++)
      *to++ = *from++;
  }
}
static void walkRows(int n, int m, int width, double *restrict to, const double *restrict from) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      to[j] = from[j] + to[j];
    to += width;
    from += m;
  }
}
static void offset(int n, int m, double *out) {
  int row = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      out[row + j] = a[i][j] * 2;
    row += m + 2;
  }
}
static void pairs(int n, double *out) { // Two steps of one loop.
  long k = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    k++;
    out[k] = a[i][0];
    k++;
    out[k] = a[i][1];
  }
}
static void padded(int n, int m, double *out) {
  double *p = out + 4;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p[-1] = i;
    for (int j = 1; j <= m; j++)
      *p++ = a[i][j];
    p += 2;
  }
}
static void volume(int n, int m, int l, double *out) {
  unsigned k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int h = 0; h < l; h++) {
        out[k] = plane[i][j][h];
        k = k + 1;
      }
}
static int counted(int n, int m, double *out) { // The number is of use behind the nest.
  int k = 2;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[k++] = a[i][j] - 1;
  return k;
}
static void twice(int n, int m, double *out) { // The second nest continues.
  int k = 0;
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 4; j++)
        out[k++] = a[i][j];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 4; j++)
        out[k++] = -a[i][j];
  }
}
static void steps(int t, int n, int m, double *out) {
#pragma gpu_tile
  for (int s = 0; s < t; s++) {
    int k = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        out[k++] += a[i][j] * s;
  }
}
static void continued(int t, int n, double *out) { // The time loop goes on counting.
  int k = 0;
#pragma gpu_tile
  for (int s = 0; s < t; s++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 3; j++)
        out[k++] = a[i][j] + s;
}
static void two(int n, int m, double *out, double *others) {
  int k = 0, l = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++, l += 2) {
      out[k] = a[i][j];
      others[l] = out[k++] + 1;
    }
    l++;
  }
}
static void down(int n, int m, double *out) {
  int k = n * m;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = m; j > 0; j--)
      out[--k] = a[i][j - 1];
}
static void constants(double *out) {
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 20; j++)
      if (a[i][j] > 3)
        out[k++ + 0 * j] = 1; // How often is not known.
}
static void triangle(int n, double *out) { // Rows of different lengths.
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      out[k++] = a[i][j];
}
static void ended(int n, int m, double *out) { // A row may end early.
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (a[i][j] > 100)
        break;
      out[k++] = a[i][j];
    }
}
static void skipped(int n, int m, double *out) { // What is skipped does not matter, if it does not step.
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (a[i][j] > 9)
        out[k] = a[i][j];
      k++;
    }
}
static void square(double *out) {
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < 24; i++) {
    for (int j = 0; j < 20; j++)
      out[k + j] = a[i][j];
    k += 20;
  }
}
static void wrapped(int n, int m, long step, double *out) { // C says what an int has then.
  int k = 5;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      out[k + j] = a[i][j];
    k += step;
  }
}

static void unrolled(int n, double *out) {
  int k = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
#pragma unroll 4
    for (int j = 0; j < 6; j++) {
      out[k] = a[i][j];
      k++;
    }
  }
}
static void bands(int n, int m, double *out) { // Each begins anew.
  int k;
#pragma gpu_tile
  for (int s = 0; s < 2; s++) {
    k = 0;
    for (int i = 0; i < n - s; i++)
      for (int j = 0; j < m; j++)
        out[k++] += a[i][j] + s;
  }
}
struct Rows {
  int width;
};
static void growing(int n, struct Rows *rows, double *out) { // The nest changes what it steps by.
  int k = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 3; j++)
      out[k + j] = a[i][j];
    k += rows->width;
    rows->width += 1;
  }
}

static void show(void) {
  double sum = 0;
  for (int i = 0; i < 2000; i++)
    sum += (b[i] + 3 * c[i]) * (i % 17 + 1), b[i] = c[i] = i % 5;
  printf("%.17g\n", sum);
}

int main(void) {
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 20; j++)
      a[i][j] = (i * 7 + j * 3) % 11;
  for (int i = 0; i < 120; i++)
    plane[i / 20][i / 4 % 5][i % 4] = i;
  static const int sizes[][2] = {{24, 18}, {7, 3}, {1, 1}, {5, 0}, {0, 4}};
  for (int s = 0; s < 5; s++) {
    const int n = sizes[s][0], m = sizes[s][1];
    pack(n, m, b), show();
    unpack((size_t)n, (size_t)m, c);
    walk(n, m, b), show();
    walkRows(n, m, m + 1, b, c), show();
    offset(n, m, b), show();
    pairs(n, c), show();
    padded(n, m, b), show();
    volume(n % 6, 4, 3, b), show();
    printf("%d\n", counted(n, m, b)), show();
    twice(n, m, b), show();
    steps(2, n, m, b), show();
    continued(3, n, b), show();
    two(n, m, b, c), show();
    down(n, m, b), show();
    unrolled(n, b), show();
    bands(n, m, b), show();
    struct Rows rows = {m};
    growing(n, &rows, b), show();
    triangle(n < 20 ? n : 20, b), show();
    ended(n, m, b), show();
    skipped(n, m, b), show();
    wrapped(n, m, m, b), show();
    wrapped(n, m, (1L << 32) + m, b), show();
  }
  pack(4, -2, b), show();
  constants(b), show();
  square(b), show();
  return 0;
}
