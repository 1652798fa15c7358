// Loops that look for an extremum and where it stands: the place is found behind the extremum.
// RUN: %gputile --output-dir=%t --remarks=on %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAID
// SAID-COUNT-17: remark: region runs on the GPU
// SAID: 6 left: 5 no-parallelism, 1 unknown-extent
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 -w -lm 2>&1 | FileCheck %s
// CHECK-DAG: gputile: arrays 'place' and '(*n)' overlap; the original loops run
// CHECK: gputile-run: SAME: 17 regions equal bit for bit, same output
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

static double a[300], table[40][30];
static float f[300];
static int whole[300];

static int greatest(int n, double least) {
  double most = least;
  int at = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
  printf("%.17g ", most);
  return at;
}
static long last(long n, double limit) { // Of equal ones; the comparison is the other way round.
  double least = limit;
  long at = -7;
#pragma gpu_tile
  for (long i = 1; i < n; i += 2)
    if (least >= a[i]) {
      at = i * 2 + 1;
      least = a[i];
    }
  printf("%.17g ", least);
  return at;
}
static int down(int n) {
  float least = 1e30f;
  int at = -1, other = 3;
#pragma gpu_tile
  for (int i = n - 1; i >= 0; --i) {
    const float size = fabsf(f[i]);
    if (size < least) {
      least = size;
      at = i;
      other = -i;
    }
  }
  printf("%.9g %d ", least, other);
  return at;
}
static int lastDown(int n) {
  double most = -1;
  int at = -1;
#pragma gpu_tile
  for (int i = n - 1; i >= 0; --i)
    if (f[i] >= most)
      most = f[i], at = i;
  printf("%.9g ", most);
  return at;
}
static int lastDownInBlock(int n) {
  double most = -1; // Of a greater type.
  int at = -1;
#pragma gpu_tile
  for (int i = n - 1; i >= 0; --i)
    if (f[i] >= most) {
      most = f[i];
      at = i;
    }
  printf("%.9g ", most);
  return at;
}
static size_t ofIntegers(size_t n) {
  int most = INT_MIN;
  size_t at = n;
  unsigned char found = 0;
#pragma gpu_tile
  for (size_t i = 0; i < n; i++) {
    size_t k = i;
    if (whole[k] > most) {
      most = whole[k];
      at = k;
      found = 1;
    }
  }
  printf("%d %d ", most, found);
  return at;
}
static void inPlane(int n, int m, int *row, int *column) {
  double most = 0;
  int r = -1, c = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (fabs(table[i][j]) > most) {
        most = fabs(table[i][j]);
        r = i;
        c = j;
      }
  printf("%.17g ", most);
  *row = r, *column = c;
}
static int inTriangle(int n) { // The last one.
  double least = INFINITY;
  int where = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double scale = a[i];
    for (int j = 0; j <= i && j < 30; j++) {
      double x = table[i][j] * scale;
      if (x <= least) {
        least = x;
        where = i * 100 + j;
      }
    }
  }
  printf("%.17g ", least);
  return where;
}
static void eliminate(int n, double matrix[n][n], int *pivots) { // Among other loops.
#pragma gpu_tile
  for (int k = 0; k < n; k++) {
    double big = 0;
    int p = k;
    for (int i = k; i < n; i++)
      if (fabs(matrix[i][k]) > big) {
        big = fabs(matrix[i][k]);
        p = i;
      }
    pivots[k] = p;
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        matrix[i][j] -= matrix[i][k] * matrix[k][j] / (big + 1);
  }
}
static void nearest(int n, int m, int *label) { // In parallel as it stands.
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double best = INFINITY;
    int at = -1;
    for (int c = 0; c < m; c++)
      if (fabs(a[i] - table[c][0]) < best) {
        best = fabs(a[i] - table[c][0]);
        at = c;
      }
    label[i] = at;
  }
}
static int assigned(int n, double *last) { // As codes have it that declare nothing in loops.
  double most = -1, x = 3;
  int i, k = 0, at = -1;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = n - 1 - i;
    x = fabs(a[k]);
    if (x > most) {
      at = k;
      most = x;
    }
  }
  *last = x + i + k;
  return at;
}
static int ofFloats(int n) { // Compared as doubles.
  float most = 0;
  int at = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (fabs(f[i]) > most) {
      most = fabs(f[i]);
      at = i;
    }
  printf("%.9g ", most);
  return at;
}
static int byPlace(int n) { // The extremum is what stands there.
  int at = 0;
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    if (a[i] > a[at])
      at = i;
  return at;
}
static long inRange(long first, long end, const double *values) { // What the subscript of a pointer is, data says.
  long at = first, i;
#pragma gpu_tile
  for (i = first + 1; i < end; i++)
    if (values[i] > values[at])
      at = i;
  return at + 1000 * i;
}
static int byPlaceGiven(int n, int at) { // The last one.
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double size = fabs(a[i]);
    if (fabs(a[at]) <= size)
      at = i;
  }
  return at;
}
static int byPlaces(int n, int m) {
  int r = 3, c = 2;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (table[i][j] < table[r][c]) {
        r = i;
        c = j;
      }
  return r * 100 + c;
}
static int byOtherPlace(int n) { // Another one than what stands there.
  int at = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (a[i] > a[at])
      at = i / 2;
  return at;
}
int place;
static void reached(const int *n) { // The bound may be what is written.
  double most = -1;
#pragma gpu_tile
  for (int i = 0; i < *n; i++)
    if (a[i] > most) {
      most = a[i];
      place = i;
    }
  printf("%.17g %d\n", most, place);
}
static void alsoWritten(int n, double *most, double *x) { // What is compared may be what is written.
  int at = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (x[i] > *most) {
      *most = x[i];
      at = i;
    }
  printf("%.17g %d\n", *most, at);
}
static int rounded(int n) { // What is kept is not what was compared.
  float most = 0;
  int at = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
  printf("%.9g ", most);
  return at;
}
static int changed(int n) { // The loop writes what is compared.
  double most = 0;
  int at = -1;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    a[i] += 1;
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
  }
  printf("%.17g ", most);
  return at;
}
static int used(int n) { // The place is used on the way.
  double most = 0;
  int at = 0;
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    if (a[i] > most + at) {
      most = a[i];
      at = i;
    }
  printf("%.17g ", most);
  return at;
}
static double beside(int n) { // What else is kept stands in memory.
  double most = 0, other = 0;
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    if (a[i] > most) {
      most = a[i];
      other = f[i];
    }
  printf("%.17g ", most);
  return other;
}

static void all(int n) {
  int row, column, label[300];
  printf("%d\n", greatest(n, -1e300));
  printf("%d\n", greatest(n, 0));
  printf("%d\n", greatest(n, 12));
  printf("%d\n", greatest(n, NAN));
  printf("%ld\n", last(n, 1e300));
  printf("%ld\n", last(n, 0));
  printf("%ld\n", last(n, NAN));
  printf("%d\n", down(n));
  printf("%d\n", lastDown(n));
  printf("%d\n", lastDownInBlock(n));
  printf("%zu\n", ofIntegers((size_t)n));
  inPlane(n < 40 ? n : 40, n < 30 ? n : 30, &row, &column);
  printf("%d %d\n", row, column);
  printf("%d\n", inTriangle(n < 40 ? n : 40));
  nearest(n, 40, label);
  printf("%d\n", n ? label[n - 1] : 0);
  printf("%d %d %d %d\n", byPlace(n), byPlaceGiven(n, n / 3), byPlaces(row + 1, 30), byOtherPlace(n));
  printf("%d\n", ofFloats(n));
  double final;
  printf("%d ", assigned(n, &final));
  printf("%.17g\n", final);
  reached(&n);
  double most = 1;
  alsoWritten(n, &most, a);
  alsoWritten(n / 2, &a[n / 3], a);
  printf("%d\n", rounded(n));
  printf("%d\n", changed(n));
  printf("%d\n", used(n));
  printf("%.9g\n", beside(n));
}

int main(void) {
  static const int sizes[] = {300, 257, 32, 1, 0};
  static double matrix[30][30];
  static int pivots[30];
  for (int s = 0; s < 5; s++)
    for (int kind = 0; kind < 4; kind++) {
      for (int i = 0; i < 300; i++) {
        const int x = (i * 37 + s) % 101;
        a[i] = kind == 0 ? (x - 50) / 7.0 : kind == 1 ? x % 2 ? 0.0 : -0.0 : kind == 2 && i % 3 ? NAN : x % 5;
        f[i] = a[i], whole[i] = kind == 1 ? INT_MIN : x;
      }
      for (int i = 0; i < 1200; i++)
        table[i / 30][i % 30] = a[i % 300] - a[i % 7];
      all(sizes[s]);
    }
  for (int i = 0; i < 900; i++)
    matrix[i / 30][i % 30] = (i * 71) % 113 - 50;
  eliminate(30, matrix, pivots);
  for (int i = 0; i < 30; i++)
    printf("%d %.17g\n", pivots[i], matrix[i][29]);
  printf("%ld %ld %ld\n", inRange(3, 290, a), inRange(0, 0, NULL), inRange(-5, -4, NULL));
  place = 20;
  reached(&place);
  return 0;
}
