// Complex numbers of C, bit for bit: arithmetic, parts, locals, infinities and numbers that are none.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 9 regions equal bit for bit, same output
// RUN: %clang -fplugin=%plugin -std=c11 -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.plugin
// RUN: diff %t.out %t.plugin
#include <complex.h>
#include <math.h>
#include <stdio.h>
#undef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))

static void add(int n, double complex *c, const double complex *a, const double complex *b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = a[i] + b[n - 1 - i] - conj(a[i]) * 2.0;
}
static void multiply(int n, double complex *c, const double complex *a, const double complex *b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[i];
}
static void nested(int n, float complex c[n][4], const float complex *a, float s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      c[i][j] = (a[i] * a[j] + s) * (a[j] - s) / 3.0f;
}
static void parts(int n, double *re, double *im, double complex *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    re[i] = creal(a[i]) * cimag(a[i]);
    im[i] = __imag__ a[i] + creal(a[i] * I);
    __real__ a[i] = re[i];
  }
}
/// A row of a Fourier transform.
static void transform(int n, double complex *x, const double complex *w, const double complex *in) {
#pragma gpu_tile
  for (int k = 0; k < n; k++) {
    double complex sum = 0, factor;
    for (int i = 0; i < n; i++) {
      factor = w[k * i % n];
      sum += in[i] * factor;
    }
    x[k] = sum;
  }
}
static void in_place(int n, double complex *x, double complex alpha, double s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    x[i] *= alpha;
    x[i] -= s;
    x[i] *= s;
    x[i] /= 7;
  }
}
static void compare(int n, int *equal, const double complex *a, const double complex *b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    equal[i] = a[i] == b[i] ? 1 : a[i] != 1.5 ? 2 : 3;
}
struct wave {
  double complex amplitude[2];
  int mode;
};
static void members(int n, struct wave *w, const float complex *f) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    w[i].amplitude[1] = w[i].amplitude[0] + f[i];
    if (creal(w[i].amplitude[1]) > 0.5)
      w[i].amplitude[0] = CMPLX(w[i].mode, -1);
  }
}
static void temporary(int n, double complex *y, const double complex *x) {
  double complex t;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    t = x[i] - 1.0;
    y[i] = t * t;
  }
}

enum { n = 49 };
static void print(const char *name, const double complex *x) {
  for (int i = 0; i < n; i++)
    if (isnan(creal(x[i])) || isnan(cimag(x[i])))
      printf("%s %d%d\n", name, !!isnan(creal(x[i])), !!isnan(cimag(x[i])));
    else
      printf("%s %a %a\n", name, creal(x[i]), cimag(x[i]));
}
int main(void) {
  static const double odd[7] = {0.0, -0.0, 1.5, -3.0, INFINITY, -INFINITY, NAN};
  static double complex a[n], b[n], c[n], d[n];
  static float complex f[n], g[n][4];
  static double re[n], im[n];
  static int equal[n];
  static struct wave w[n];
  for (int k = 0; k < 7; k++) {
    for (int i = 0; i < n; i++) {
      a[i] = CMPLX(odd[i % 7], odd[i / 7]);
      b[i] = CMPLX(odd[k], odd[(i + k) % 7]);
    }
    multiply(n, c, a, b);
    print("multiply", c);
  }
  for (int i = 0; i < n; i++) {
    a[i] = CMPLX(i * 0.3 - 4, 1.0 / (i + 1));
    b[i] = CMPLX(1.0 / (3 + i), 0.1 * i * i);
    f[i] = CMPLXF(i * 0.7f, 3 - i);
    w[i].mode = i % 3;
    w[i].amplitude[0] = b[i];
  }
  b[3] = a[3];
  add(n, c, a, b);
  print("add", c);
  nested(n, g, f, 1.1f);
  for (int i = 0; i < n; i++)
    printf("%a %a\n", crealf(g[i][i % 4]), cimagf(g[i][i % 4]));
  transform(n, d, b, a);
  print("transform", d);
  in_place(n, d, 0.5 - 0.25 * I, 1.7);
  print("in_place", d);
  compare(n, equal, a, b);
  members(n, w, f);
  temporary(n, c, a);
  print("temporary", c);
  parts(n, re, im, a);
  print("parts", a);
  for (int i = 0; i < n; i++)
    printf("%a %a %d %a %a\n", re[i], im[i], equal[i], creal(w[i].amplitude[0]), cimag(w[i].amplitude[1]));
  return 0;
}
