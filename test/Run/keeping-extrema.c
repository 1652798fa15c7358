// Least and greatest numbers as macros write them: the element is kept only where a comparison holds, so that it gives way
// to NaN, and NaN to what follows. Parts in the order of the loops have the bits of the original, without a clause.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --race --order=random:5 %s -- -std=c11 -O1 -w > %t.out2
// RUN: cmp %t.out %t.out2
// CHECK-NOT: one-thread
// CHECK-NOT: region left on the CPU
// CHECK-COUNT-7: region runs on the GPU
// CHECK-NOT: one-thread
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 20000
#define M 70
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
static double A[N], B[M][90];
static float F[N];

static double least(int n, double m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    m = MIN(m, A[i]);
  return m;
}
// NaN is taken from the right only.
static double greatest(int low, int n, double m) {
#pragma gpu_tile
  for (int i = low; i < n; i++)
    m = m >= A[i + 3] ? m : A[i + 3];
  return m;
}
static float both(int n, float first, float *last) {
  float m = first, k = *last;
#pragma gpu_tile
  for (int i = 0; i < n; i += 3) {
    m = MAX(m, F[i]);
    k = k <= F[i] * 2 ? k : F[i] * 2;
  }
  *last = k;
  return m;
}
static double grid(int m, int n, double dt) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = i; j < n; j++) {
      B[i][j] = B[i][j] * 0.5;
      dt = MIN(dt, B[i][j]);
    }
  return dt;
}
// Where data decides.
static double some(int n, double m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (F[i] != 3)
      m = MIN(m, A[i] * F[i]);
  return m;
}
// Loops that count down: the order of zeros is the other one.
static double down(int n, double m, double *least) {
  double k = *least;
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--) {
    m = MAX(m, A[i]);
    if (A[i] < k)
      k = A[i];
  }
  *least = k;
  return m;
}
static double downGrid(int m, int n, double dt) {
#pragma gpu_tile
  for (unsigned i = m; i-- > 0;)
    for (int j = n; j > (int)i; j -= 2)
      dt = MIN(dt, B[i][j - 1]);
  return dt;
}

static void fill(int kind) {
  for (int i = 0; i < N; i++) {
    const int k = (i * 7919 + kind * 31) % 101;
    A[i] = kind == 0 ? k - 50 : k < 30 ? (i % 3 ? 0.0 : -0.0) : k;
    if (kind == 2 && k > 90)
      A[i] = NAN;
    if (kind == 3 && (i == 700 || i % 4096 == 31 || i == 16384))
      A[i] = -NAN; // The last of parts, and not.
    F[i] = kind == 1 ? -A[i] : A[i] / 3;
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < 90; j++)
      B[i][j] = A[i * 97 + j * 13];
}

// With the sign of NaN.
static void show(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  printf(" %llx", bits);
}

int main(void) {
  static const int sizes[] = {0, 1, 33, 89, 8192, 16390};
  for (int kind = 0; kind < 4; kind++)
    for (int s = 0; s < 6; s++) {
      const int n = sizes[s], small = n % 91;
      fill(kind);
      float last = -0.0f;
      double low = 0.0;
      show(least(n, 1e9)), show(least(n, -0.0)), show(least(n, NAN)), show(least(n, -INFINITY));
      show(greatest(n / 3, n, 0.0)), show(greatest(-3, n, -INFINITY));
      show(both(n, NAN, &last)), show(last);
      show(grid(small > M ? M : small, small, 1e9)), show(some(n, NAN));
      show(down(n, -INFINITY, &low)), show(low);
      show(downGrid(small > M ? M : small, small, 1e9));
      printf("\n");
    }
}
