// In C++ `a < b ? a : b` of two places is a place, and a conversion outside reads it.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 1 region {{.*}}equal bit for bit, same output
#include <cstdio>

static void smooth(int n, int m, double *__restrict A, const double *__restrict B, double limit) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const double own = A[i];
    A[i] = A[i] < B[i] ? A[i] : B[i];
    A[i] += own > limit ? limit : (own < 3 ? own : B[i]);
    A[i] *= (i < m ? own : limit);
    A[i] -= (float)(own == B[i] ? (A[i]) : limit) + (i < 4 ? n : m);
  }
}

int main() {
  double A[100], B[100], sum = 0;
  for (int i = 0; i < 100; i++) {
    A[i] = i % 11;
    B[i] = i % 7 + 0.25;
  }
  smooth(100, 50, A, B, 5.5);
  for (int i = 0; i < 100; i++)
    sum = sum / 2 + A[i];
  std::printf("%.17g\n", sum);
}
