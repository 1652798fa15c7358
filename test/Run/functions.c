// Functions that reach memory are analysed as if they stood in the region.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 9 regions equal bit for bit, same output
#include <stdio.h>

#define N 61
static double ce[5][3], u[N][N][5], X[N][N], x[N], y[N];
static int count[N], nx = N;

/// A row of an array, by a pointer; its values depend on a global array.
void exact(int i, int j, double row[5]) {
  int m;
  double xi = (double)i / (nx - 1), eta;
  eta = (double)j / (nx - 1);
  for (m = 0; m < 5; m++)
    row[m] = ce[m][0] + ce[m][1] * xi + ce[m][2] * eta * eta;
}
static void faces(int n) {
  int i, j, far;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    far = n - 1;
    for (j = 0; j < n; j++)
      exact(i, j, &u[i][j][0]);
    exact(i, 0, u[i][far]);
  }
}

double square(double v) { return v * v; }
inline int smaller(int a, int b) {
  if (a < b)
    return a;
  return b;
}
static void values(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < smaller(n, m); i++)
    y[i] = square(x[smaller(i + 3, n - 1)]) + smaller(i, 7);
}

static double at(int i, int j) { return X[i][j]; }
static void set(int i, int j, double v) { X[i][j] = v; }
static void accessors(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      set(i, j - 1, 0.5 * at(i, j - 1) + 1);
}

/// Several returns, and parameters that change.
static void clamp(double *p, int n, double low) {
  if (n < 0)
    return;
  low *= n + 1;
  for (int k = 1; k < 5; k++) {
    if (p[k] < low)
      p[k] = low;
    else
      p[k] -= low;
  }
  if (*p > 5) {
    *p = 5;
    return;
  }
  *p += 1;
}
static void rows(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    clamp(&u[i][3][0], i % 5 - 1, x[i]);
}

/// A generator with a seed by reference, and its value.
static double next(double *seed, double a) {
  double t = *seed * a;
  *seed = t - (int)t;
  if (*seed < 0.5)
    return *seed;
  return 1 - *seed;
}
static void generators(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    y[i] = next(&x[i], 13.25);
    double v = next(&x[i], 7.5);
    y[i] += v;
  }
}

static double norm(const double *v, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += v[k] * v[k];
  return sum;
}
static double dot(const double (*a)[N], const double *b, int row) {
  double sum = norm(b, 3);
  for (int k = 0; k < N; k++)
    sum += a[row][k] * b[k];
  return sum;
}
static void products(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = 2 * norm(&u[i][1][0], 5) - dot(X, x, i);
}

/// A search with data, which the caller's loop runs from start to end.
static int find(const double *v, double wanted) {
  int k = 0;
  while (k < N - 1 && v[k] < wanted)
    k++;
  return k;
}
static void searches(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    count[i] = find(&X[i][0], x[i]);
}

/// The call's value and what else its statement reads.
static int step(int *p) { return *p += 3; }
static void steps(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int here = i % 4;
    int next = step(&here);
    count[i] = next * 2 + here;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    step(&count[i]);
}

static double total(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum += x[i] * 7 + y[i] * (i + 1) + count[i];
    for (int j = 0; j < N; j++) {
      sum += X[i][j] * (i - j);
      for (int m = 0; m < 5; m++)
        sum += u[i][j][m] * m;
    }
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = i * 0.375;
    for (int j = 0; j < N; j++)
      X[i][j] = i + j * 0.25;
  }
  for (int m = 0; m < 5; m++)
    for (int k = 0; k < 3; k++)
      ce[m][k] = m + 1.5 * k;
  faces(N);
  values(N, N - 2);
  accessors(N);
  printf("%a\n", total());
  rows(N);
  generators(N);
  products(N);
  printf("%a\n", total());
  searches(N);
  steps(N);
  printf("%a\n", total());
}
extern inline int smaller(int a, int b);
