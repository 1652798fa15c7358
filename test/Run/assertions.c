// Assertions: what parameters decide, the guard tests; what data decides sets a variable, and the message comes behind the region.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --check-text=on %s -- -std=gnu11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 %s -- -std=c11 -O1 2>&1 | FileCheck %s
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
// RUN: %status 134 %gputile_run --backend=cpu %s --args size 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: assertions.c:61: {{.*}}bounded{{.*}}: Assertion `i < capacity' failed.
// SIZE: gputile-run: the program was ended by SIGABRT (6)
// RUN: %status 134 %gputile_run --backend=cpu %s --args data 2>&1 | FileCheck %s --check-prefix=DATA
// DATA: assertions.c:69: {{.*}}gathered{{.*}}: Assertion `0 <= k && k < 50 && "an index"' failed.
// DATA: gputile-run: the program was ended by SIGABRT (6)
// RUN: %status 134 %gputile_run --backend=cpu %s --args inner 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: assertions.c:74: {{.*}}root{{.*}}: Assertion `x >= 0' failed.
// INNER: gputile-run: the program was ended by SIGABRT (6)
// RUN: %status 3 %gputile_run --backend=cpu %s --args exit 2>&1 | FileCheck %s --check-prefix=EXIT
// EXIT: 40 exceeds 30
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int w, h, c;
  float *data;
} image;
static float pixel(image m, int x, int y, int c) {
  assert(x < m.w && y < m.h && c < m.c);
  return m.data[c * m.h * m.w + y * m.w + x];
}
static float pixel_or_zero(image m, int x, int y, int c) {
  if (x < 0 || x >= m.w || y < 0 || y >= m.h)
    return 0;
  return pixel(m, x, y, c);
}
static void set(image m, int x, int y, int c, float value) {
  if (x < 0 || y < 0 || c < 0 || x >= m.w || y >= m.h || c >= m.c)
    return;
  assert(x < m.w && y < m.h && c < m.c);
  m.data[c * m.h * m.w + y * m.w + x] = value;
}
static void blur(image from, image to) {
#pragma gpu_tile
  for (int c = 0; c < to.c; c++)
    for (int y = 0; y < to.h; y++)
      for (int x = 0; x < to.w; x++) {
        const float sum = pixel_or_zero(from, x - 1, y, c) + pixel_or_zero(from, x + 1, y, c);
        set(to, x, y, c, 0.5f * sum + pixel(from, x, y, c));
      }
}
static void scale(image m, float factor) {
#pragma gpu_tile
  for (int y = 0; y < m.h; y++)
    for (int x = 0; x < m.w; x++)
      set(m, x, y, 0, factor * pixel(m, x, y, 0));
}
static void bounded(int n, int capacity, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(i < capacity);
    a[i] = b[i] + 1;
  }
}
static void gathered(int n, double *restrict a, const double b[restrict 50], const int *restrict index) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int k = index[i];
    assert(0 <= k && k < 50 && "an index");
    a[i] += 2 * b[k & 31];
  }
}
static double root(double x) {
  assert(x >= 0);
  return sqrt(x);
}
static void roots(int n, double *restrict a, const double *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int s = 0; s < 3; s++)
      if (b[i] != 5)
        a[i] += root(b[i] - s);
}
static void stopped(int n, int limit, double *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (i >= limit) {
      fprintf(stderr, "%d exceeds %d\n", n, limit);
      exit(3);
    }
    a[i] *= 0.5;
  }
}
// The counted loop runs in the text of a statement.
static void counted(int n, int *restrict a, const int *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int steps = 0;
    for (int k = 0; k < b[i]; k++) {
      assert(k < 1000);
      steps++;
    }
    a[i] = steps;
  }
}

enum { N = 40 };
int main(int argc, char **argv) {
  static float from[3 * 7 * 9], to[3 * 7 * 9];
  static double a[N], b[50];
  static int index[N], steps[N];
  const char *fails = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 3 * 7 * 9; i++)
    from[i] = (float)(i % 11);
  for (int i = 0; i < N; i++)
    b[i] = i + 2, index[i] = (7 * i) % 50;
  if (!strcmp(fails, "data"))
    index[17] = 50;
  if (!strcmp(fails, "inner"))
    b[33] = 1;
  const image source = {9, 7, 3, from}, target = {9, 7, 3, to};
  blur(source, target);
  scale(target, 3.0f);
  bounded(N, !strcmp(fails, "size") ? N - 1 : N, a, b);
  gathered(N, a, b, index);
  roots(N, a, b);
  stopped(N, !strcmp(fails, "exit") ? 30 : N, a);
  counted(N, steps, index);
  double sum = 0;
  for (int i = 0; i < 3 * 7 * 9; i++)
    sum += to[i] * (i % 5);
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 3) + steps[i];
  printf("%.17g\n", sum);
  return 0;
}
