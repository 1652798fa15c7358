// Sums and products of floating-point numbers with a clause have one shape, which is summed up
// here in C: the same bits in every order of threads, for every block size.
// RUN: %gputile_run --backend=cpu --remarks=on %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %gputile_run --backend=cpu --race --order=random:5 --block=64 %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// RUN: %gputile_run --backend=cpu --tile=8 --fuse=max %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: region left on the CPU
// CHECK-COUNT-8: region runs on the GPU
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Rows = 256, Columns = 256, Most = 200003 };
static double a[Most], b[Most];
static double A[700][300];
static float F[Most];
static double C[70][40][5];

typedef double (*term)(long i);

// `s` and the sum of term(i) for lower <= i < upper.
static double sum_of(double s, long lower, long upper, term e) {
  static double p[Rows][Columns], q[Columns];
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      p[r][c] = q[c] = -0.0;
  for (long i = lower; i < upper; i++)
    p[i / Columns % Rows][i % Columns] += e(i);
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      q[c] += p[r][c];
  for (int c = 0; c < Columns; c++)
    s += q[c];
  return s;
}
static double plain_sum(double s, long lower, long upper, term e, double *size) {
  *size = fabs(s);
  for (long i = lower; i < upper; i++) {
    s += e(i);
    *size += fabs(e(i));
  }
  return s;
}
static double dot_term(long i) { return a[i] * b[i]; }
static double some_term(long i) { return b[i] > 0 ? a[i] : -0.0; }
static double minus_term(long i) { return -a[i]; }

static double dot(int lower, int n, double s) {
#pragma gpu_tile reduction(+: s)
  for (int i = lower; i < n; i++)
    s += a[i] * b[i];
  return s;
}
// With other work in the same loop, and two sums.
static double two_sums(int n, double *second) {
  double s = 1, t = -0.0;
#pragma gpu_tile reduction(+: s, t)
  for (int i = 0; i < n; i++) {
    a[i] = a[i] * 0.5;
    s = s - a[i];
    t = a[i] * b[i] + t;
  }
  *second = t;
  return s;
}
// Only some iterations add something.
static double sum_of_some(int n) {
  double s = 0;
#pragma gpu_tile reduction(+: s)
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      s += a[i];
  return s;
}
static double square_sum(int n, int m) {
  double s = 0;
#pragma gpu_tile fp(reassociate)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      s += A[i][j] * A[i][j];
  return s;
}
static double square_sum_in_shape(int n, int m) {
  static double p[Rows][Columns], q[Columns];
  double s = 0;
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      p[r][c] = q[c] = -0.0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      p[i % Rows][j % Columns] += A[i][j] * A[i][j];
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      q[c] += p[r][c];
  for (int c = 0; c < Columns; c++)
    s += q[c];
  return s;
}
// One sum for each m, over three loops.
static void norms(int n, int m, double R[5]) {
#pragma gpu_tile reduction(+: R[0:5])
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int l = 0; l < 5; l++)
          R[l] += C[i][j][l] * (k + 1);
}
static void norms_in_shape(int n, int m, double R[5]) {
  static double p[Rows][Columns][5], q[Columns][5];
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      for (int l = 0; l < 5; l++)
        p[r][c][l] = q[c][l] = -0.0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        for (int l = 0; l < 5; l++)
          p[i][j][l] += C[i][j][l] * (k + 1);
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      for (int l = 0; l < 5; l++)
        q[c][l] += p[r][c][l];
  for (int c = 0; c < Columns; c++)
    for (int l = 0; l < 5; l++)
      R[l] += q[c][l];
}
// A sum in each step, which the step reads; a loop with steps.
static double steps(int n, int times) {
  double last = 0;
#pragma gpu_tile fp(reassociate)
  for (int t = 0; t < times; t++) {
    double s = 0;
    for (int i = 0; i < n; i += 3)
      s += b[i];
    last = s / (t + 1);
    for (int i = 0; i < n; i++)
      b[i] = b[i] * 0.5 + last;
  }
  return last;
}
static double steps_in_shape(int n, int times) {
  static double p[Rows][Columns], q[Columns];
  double last = 0;
  for (int t = 0; t < times; t++) {
    double s = 0;
    for (int r = 0; r < Rows; r++)
      for (int c = 0; c < Columns; c++)
        p[r][c] = q[c] = -0.0;
    for (int i = 0; i < n; i += 3)
      p[i / 3 / Columns % Rows][i / 3 % Columns] += b[i];
    for (int r = 0; r < Rows; r++)
      for (int c = 0; c < Columns; c++)
        q[c] += p[r][c];
    for (int c = 0; c < Columns; c++)
      s += q[c];
    last = s / (t + 1);
    for (int i = 0; i < n; i++)
      b[i] = b[i] * 0.5 + last;
  }
  return last;
}
static float float_sum(int n) {
  float s = 0;
#pragma gpu_tile reduction(+: s)
  for (int i = n - 1; i >= 0; i--)
    s += F[i] * 0.5; // computed in double
  return s;
}
static float float_sum_in_shape(int n) {
  static float p[Rows][Columns], q[Columns];
  float s = 0;
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      p[r][c] = q[c] = -0.0f;
  for (int i = n - 1; i >= 0; i--)
    p[i / Columns % Rows][i % Columns] += F[i] * 0.5;
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      q[c] += p[r][c];
  for (int c = 0; c < Columns; c++)
    s += q[c];
  return s;
}
static double product(int n) {
  double s = 1;
#pragma gpu_tile reduction(*: s)
  for (int i = 0; i < n; i++)
    s *= 1 + a[i] * 1e-6;
  return s;
}
static double product_in_shape(int n) {
  static double p[Rows][Columns], q[Columns];
  double s = 1;
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      p[r][c] = q[c] = 1;
  for (int i = 0; i < n; i++)
    p[i / Columns % Rows][i % Columns] *= 1 + a[i] * 1e-6;
  for (int r = 0; r < Rows; r++)
    for (int c = 0; c < Columns; c++)
      q[c] *= p[r][c];
  for (int c = 0; c < Columns; c++)
    s *= q[c];
  return s;
}

static void same(const char *what, int n, double x, double shape) {
  if (memcmp(&x, &shape, sizeof x) != 0)
    printf("%s %d: %a, in its shape %a\n", what, n, x, shape);
}

int main(void) {
  srand(3);
  for (int i = 0; i < Most; i++) {
    a[i] = (rand() % 2000 - 1000) / 7.0;
    b[i] = (rand() % 2000 - 1000) / 3.0;
    F[i] = (rand() % 2000 - 900) / 9.0f;
  }
  for (int i = 0; i < 700; i++)
    for (int j = 0; j < 300; j++)
      A[i][j] = a[i] + b[j];
  for (int i = 0; i < 70; i++)
    for (int j = 0; j < 40; j++)
      for (int l = 0; l < 5; l++)
        C[i][j][l] = a[i * l] - b[j];
  const int sizes[] = {-1, 0, 1, 2, 255, 256, 257, 65535, 65536, 65537, Most};
  for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    const int n = sizes[k];
    double size;
    const double s = dot(3, n, 0.25), plain = plain_sum(0.25, 3, n, dot_term, &size);
    same("dot", n, s, sum_of(0.25, 3, n, dot_term));
    // The bound of docs/language.md.
    const double most = (n / 65536 + 1 + 512) * 0x1p-53;
    if (fabs(s - plain) > (most / (1 - most) + n * 0x1p-53) * size)
      printf("dot %d: %a, too far from %a\n", n, s, plain);
    same("float", n, float_sum(n), float_sum_in_shape(n));
    same("product", n, product(n), product_in_shape(n));
  }
  // -0.0 stays what it is.
  same("nothing", 0, dot(0, 0, -0.0), -0.0);
  same("some", 70000, sum_of_some(70000), sum_of(0, 0, 70000, some_term));
  double t;
  const double s = two_sums(70000, &t);
  same("first", 70000, s, sum_of(1, 0, 70000, minus_term));
  same("second", 70000, t, sum_of(-0.0, 0, 70000, dot_term));
  same("squares", 0, square_sum(700, 300), square_sum_in_shape(700, 300));
  same("squares", 1, square_sum(3, 290), square_sum_in_shape(3, 290));
  same("squares", 2, square_sum(1, 1), 0);
  double R[5] = {1, 2, 3, 4, 5}, Q[5] = {1, 2, 3, 4, 5};
  norms(70, 40, R);
  norms_in_shape(70, 40, Q);
  for (int l = 0; l < 5; l++)
    same("norms", l, R[l], Q[l]);
  static double before[Most];
  memcpy(before, b, sizeof b);
  const double last = steps(1000, 7);
  memcpy(b, before, sizeof b);
  same("steps", 7, last, steps_in_shape(1000, 7));
  // OUT: done
  // OUT-NOT: shape
  printf("done\n");
  return 0;
}
