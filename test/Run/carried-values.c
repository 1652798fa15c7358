// Scalars that hold a value of the iteration before: it is computed where it is used.
// RUN: %gputile --output-dir=%t --remarks=on %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAID
// SAID-COUNT-13: remark: region runs on the GPU
// SAID: 4 left: 4 no-parallelism
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 -w 2>&1 | FileCheck %s
// CHECK-DAG: gputile: arrays 'b' and 'other' overlap; the original loops run
// CHECK-DAG: gputile: arrays 'kept' and 'at' overlap; the original loops run
// CHECK: gputile-run: SAME: 13 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

static double a[400], b[400], c[400];

static double before(int n, double x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + x) * .5;
    x = b[i];
  }
  return x;
}
static double twoBefore(int n, double x, double y) {
#pragma gpu_tile
  for (int i = 3; i < n; i += 2) {
    a[i] = (b[i] + x + y) / 3;
    y = x;
    x = b[i] * 2;
  }
  return x + 3 * y;
}
static int wrapAround(int n) {
  int last = n - 1, secondLast = n - 2;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = b[i] + b[last] - c[secondLast];
    secondLast = last;
    last = i;
  }
  return last * 1000 + secondLast;
}
static double down(unsigned n, double x) { // And a local variable, which is a part of the value.
#pragma gpu_tile
  for (unsigned i = n; i > 0; i--) {
    double v = b[i] - c[i];
    a[i] = v * x;
    x = v;
    c[i] = i;
  }
  return x;
}
static double downApart(unsigned n, double x) {
#pragma gpu_tile
  for (unsigned i = n; i > 0; i--) {
    double v = b[i] - c[i];
    a[i] = v * x;
    x = v;
  }
  return x;
}
static double assigned(int n, double x) { // As codes have it that declare nothing in loops.
  double v;
  int i;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    v = b[i] * c[i];
    a[i] = v + x;
    x = v;
  }
  return x + i;
}
static double aroundLoops(int n, int m, double t[n][m]) {
  double x = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      t[i][j] += x;
    x = c[i] + i;
  }
  return x;
}
static double inLoops(int n, int m, double t[n][m]) { // In parallel as it stands.
  double x = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    x = 0;
    for (int j = 0; j < m; j++) {
      t[i][j] += x;
      x = b[j] * i;
    }
  }
  return x;
}
static long ofIntegers(long n, const int *in, long *out) {
  int x = 5;
  long sum = 0;
#pragma gpu_tile
  for (long i = 0; i < n; ++i) {
    out[i] = in[i] - x;
    x = in[i];
    sum += x;
  }
  return sum + x;
}
static double *owned(int n) { // Pointers of the function, which has the memory from malloc.
  double *from = malloc((n + 1) * sizeof *from), *to = malloc((n + 1) * sizeof *to);
  double x = 1;
#pragma gpu_tile
  for (int i = 0; i <= n; i++)
    from[i] = i % 7 - 2, to[i] = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    to[i] = x - from[i];
    x = from[i];
  }
  to[n] = x;
  free(from);
  return to;
}
double kept;
static void exposed(int n, const double *at) { // What is read may be what is kept.
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = kept + *at;
    kept = b[i];
  }
}
static double changed(int n, double x) { // The loop writes what was kept.
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + x) * .5;
    x = b[i];
    b[i] = x + 1;
  }
  return x;
}
static double otherName(int n, double x) { // Under another name.
  double *other = b;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + x) * .5;
    x = b[i];
    other[i] = x + 1;
  }
  return x;
}
static double sometimes(int n, double x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = (b[i] + x) * .5;
    if (b[i] > 20)
      x = b[i];
  }
  return x;
}
static double recurrence(int n, double x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = x;
    x = b[i] - x;
  }
  return x;
}
static double exchanged(int n, double x, double y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] = x;
    x = y;
    y = x + b[i];
  }
  return x;
}

static void show(int n) {
  for (int i = 0; i < n; i++)
    printf("%.17g %.17g %.17g\n", a[i], b[i], c[i]);
}

int main(void) {
  static const int sizes[] = {399, 37, 3, 2, 1, 0};
  static double t[800];
  static int in[400];
  static long out[400];
  for (int s = 0; s < 6; s++) {
    const int n = sizes[s];
    for (int i = 0; i < 400; i++)
      b[i] = (i * 37) % 101, c[i] = (i * 17) % 53 - 20, in[i] = i * i % 47;
    for (int i = 0; i < 800; i++)
      t[i] = i % 13;
    printf("%.17g\n", before(n, 3)), show(n);
    printf("%.17g\n", twoBefore(n, 1, 2)), show(n);
    if (n > 1)
      printf("%d\n", wrapAround(n)), show(n);
    printf("%.17g\n", downApart(n, 4)), show(n);
    printf("%.17g\n", down(n, 4)), show(n);
    printf("%.17g\n", assigned(n, 4)), show(n);
    printf("%.17g\n", aroundLoops(n / 10, 20, (void *)t));
    printf("%.17g\n", inLoops(n / 10, 20, (void *)t));
    for (int i = 0; i < 800; i++)
      printf("%.17g\n", t[i]);
    printf("%ld %ld\n", ofIntegers(n, in, out), out[n / 2]);
    double *to = owned(n);
    printf("%.17g %.17g\n", to[n], to[n / 2]), free(to);
    exposed(n, &c[1]), show(n);
    exposed(n, &kept), show(n);
    printf("%.17g\n", changed(n, 2)), show(n);
    printf("%.17g\n", otherName(n, 2)), show(n);
    printf("%.17g\n", sometimes(n, 2)), show(n);
    printf("%.17g\n", recurrence(n, 2)), show(n);
    printf("%.17g\n", exchanged(n, 2, 3)), show(n);
  }
  return 0;
}
