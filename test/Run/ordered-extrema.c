// Least and greatest numbers among which there are zeros of two signs: parts in the order of the loops, with
// the bits of the original, without a clause.
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

#define N 20000
#define M 70
static double A[N], B[M][90];
static float F[N];

static double first_least(int n, double m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (A[i] < m)
      m = A[i];
  return m;
}
static double last_least(int low, int n, double m) {
#pragma gpu_tile
  for (int i = low; i < n; i++)
    m = m >= A[i + 3] ? A[i + 3] : m;
  return m;
}
static float greatest(int n, float first, float *last) {
  float m = first, k = *last;
#pragma gpu_tile
  for (int i = 0; i < n; i += 3) {
    m = F[i] > m ? F[i] : m;
    if (k <= F[i])
      k = F[i];
  }
  *last = k;
  return m;
}
// Like a time step that is found on a grid.
static double grid(int m, int n, double dt) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = i; j < n; j++) {
      B[i][j] = B[i][j] * 0.5;
      if (B[i][j] < dt)
        dt = B[i][j];
    }
  return dt;
}
static void rows(int n, double most[M]) {
#pragma gpu_tile
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < n; j++)
        if (most[i] < B[i + t][j])
          most[i] = B[i + t][j];
}
// Where data decides, and with a value that is computed.
static double some(int n, double m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (F[i] != 3)
      m = A[i] * F[i] <= m ? A[i] * F[i] : m;
  return m;
}
// In each step, which uses it.
static double steps(int n, int times) {
  double sum = 0;
#pragma gpu_tile
  for (int t = 0; t < times; t++) {
    double m = 1e300;
    for (int i = 0; i < n; i++)
      if (A[i] < m)
        m = A[i];
    for (int i = 0; i < n; i++)
      A[i] = A[i] - 0.25 * m;
    sum = m;
  }
  return sum;
}

static void fill(int kind) {
  for (int i = 0; i < N; i++) {
    const int k = (i * 7919 + kind * 31) % 101;
    A[i] = kind == 0 ? k - 50 : k < 30 ? (i % 3 ? 0.0 : -0.0) : k;
    if (kind == 2 && k > 90)
      A[i] = NAN;
    F[i] = kind == 1 ? -A[i] : A[i] / 3;
  }
  for (int i = 0; i < M; i++)
    for (int j = 0; j < 90; j++)
      B[i][j] = A[i * 97 + j * 13];
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 31, 32, 33, 89, 8191, 8192, 8193, 19990};
  for (int kind = 0; kind < 3; kind++)
    for (int s = 0; s < 11; s++) {
      const int n = sizes[s], small = n % 91;
      fill(kind);
      double most[M] = {-1, -0.0, NAN};
      float last = -0.0f;
      printf("%a %a", first_least(n, 1e9), first_least(n, -0.0));
      printf(" %d %a", isnan(first_least(n, NAN)), last_least(n / 3, n, 0.0));
      printf(" %a %a", last_least(-3, n, INFINITY), greatest(n, -INFINITY, &last));
      printf(" %a %a", last, grid(small > M ? M : small, small, 1e9));
      rows(small, most);
      printf(" %a %a %d %a", most[0], most[1], isnan(most[2]), some(n, 1e9));
      printf(" %a\n", steps(n, 3));
    }
}
