// Bounds, steps and iterator types of one loop and of shallow nests.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-COUNT-1: region left on the CPU: it contains no statement to execute
// CHECK-NOT: region left on the CPU
// CHECK: n >= 1 || limit == 0 does not hold; the original loops run
// CHECK: n >= 1 does not hold; the original loops run
// CHECK: checked 440 region executions, all equal; 2 fallbacks
// CHECK: gputile-run: SAME: 26 regions equal bit for bit, same output
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define N 200
static double A[N], B[N], C[N];
static unsigned M[N][N];
static double hash(void) {
  double h = 0;
  for (int i = 0; i < N; i++)
    h = h * 0.75 + A[i] * 1.5 + B[i] + C[i] * 0.5 + M[i][(i * 7) % N]%1000;
  return h;
}

static void lt(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = A[i] * 1.25 + B[i];
}
static void le(int n) {
#pragma gpu_tile tile(7)
  for (int i = 1; i <= n; ++i)
    A[i - 1] = A[i - 1] - B[i];
}
static void gt(int n) {
#pragma gpu_tile tile(5)
  for (int i = n; i > 0; i--)
    B[i - 1] = B[i - 1] * 0.5 + C[i];
}
static void ge(int n) {
#pragma gpu_tile
  for (int i = n - 1; i >= 0; --i)
    C[i] = C[i] + A[n - 1 - i];
}
static void ne(int n) {
#pragma gpu_tile
  for (int i = 0; i != n; i++)
    A[i] += 1.5 * i;
}
static void ne_down(int n) {
#pragma gpu_tile
  for (int i = n; i != 0; i--)
    A[i] += 0.5 * i;
}
static void mirrored(int n) {
#pragma gpu_tile
  for (int i = 0; n > i; i++)
    B[i] += 0.25 * i;
}
static void step2(int n) {
#pragma gpu_tile
  for (int i = 1; i < n; i += 2)
    A[i] = A[i - 1] + B[i];
}
static void step3(int n) {
#pragma gpu_tile tile(3)
  for (int i = -4; i <= n; i += 3)
    A[i + 5] = B[i + 4] * 2;
}
static void down3(int n) {
#pragma gpu_tile
  for (int i = n; i >= 2; i -= 3)
    C[i] = C[i - 1] + C[i - 2];
}
static void down3_strict(int n) {
#pragma gpu_tile
  for (int i = n; i > -2; i = i - 3)
    C[i + 2] = A[i + 2] + 1;
}
static void assign2(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i = i + 2)
    B[i] = C[i] - A[i + 1];
}
static void assign_rev(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i = 5 + i)
    B[i] = C[i] * 3 - A[i];
}
static void step_2d(int n, int m) {
#pragma gpu_tile tile(3, 5)
  for (int i = n - 1; i >= 0; i -= 2)
    for (int j = 1; j <= m - 1; j += 3)
      M[i][j] = M[i][j] * 3 + i - 2 * j;
}
static void t_unsigned(unsigned n) {
#pragma gpu_tile
  for (unsigned i = 0; i < n; i++)
    A[i] = A[i] + i;
}
static void t_unsigned_minus(unsigned n, unsigned limit) {
  // n = 0: n - 1 wraps; limit keeps the original in bounds.
#pragma gpu_tile
  for (unsigned i = 0; i < limit; i++)
    if (i < n - 1)
      A[i] = A[i] * 0.5 + i;
}
static void t_unsigned_bound(unsigned n) {
  // n = 0 runs no iteration only because n - 1 is compared with 4294967295.
#pragma gpu_tile
  for (unsigned i = 0; i + 1 < n; i++)
    B[i] = B[i + 1 - 1] + 2 * i;
}
static void t_wrapped_start(unsigned n) {
  // n = 0: from 4294967295 to 200, no iteration; the guard decides.
#pragma gpu_tile
  for (unsigned i = n - 1; i < 200; i++)
    C[i] = C[i] + 2.5;
}
static void t_unsigned_down(unsigned n) {
#pragma gpu_tile
  for (unsigned i = n; i > 0; i--)
    C[i - 1] = C[i - 1] * 0.75 + i;
}
static void t_long(long n) {
#pragma gpu_tile tile(7) block(5)
  for (long i = n - 1; i >= 0; i--)
    A[i] = B[n - 1 - i] + i;
}
static void t_size(size_t n, size_t m) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; ++j)
      M[i][j] = M[i][j] + (int)(i * 3 + j);
}
static void t_size_minus(size_t n) {
#pragma gpu_tile
  for (size_t i = 1; i + 1 < n; i++)
    B[i] = A[i - 1] + A[i] + A[i + 1];
}
static void t_short(short n) {
#pragma gpu_tile
  for (short i = 0; i < n; i++)
    A[i] = A[i] - i;
}
static void t_uchar(unsigned char n) {
#pragma gpu_tile
  for (unsigned char i = 0; i < n; i++)
    B[i] = B[i] + 3 * i;
}
static void t_mixed(int n, unsigned m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j += 2)
      M[i][j] = M[i][j] * 5 + i;
}
static void constants(void) {
#pragma gpu_tile
  for (int i = 3; i < 150; i += 2)
    for (int j = 77; j >= 11; j--)
      M[i][j] ^= i * 100 + j;
}
static void nothing(int n) {
#pragma gpu_tile
  for (int i = 10; i < 5; i++)
    A[i] = n;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, 64, 65, 127, 129, 151};
  for (int i = 0; i < N; i++) {
    A[i] = i * 0.5, B[i] = 100 - i, C[i] = (i * 37) % 11;
    for (int j = 0; j < N; j++)
      M[i][j] = i * 31 + j * 17;
  }
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k], m = sizes[(k * 5 + 3) % 17];
#define RUN(call) call; printf("%d %d %s %a\n", n, m, #call, hash())
    RUN(lt(n)); RUN(le(n)); RUN(gt(n)); RUN(ge(n)); RUN(ne(n)); RUN(ne_down(n)); RUN(mirrored(n));
    RUN(step2(n)); RUN(step3(n)); RUN(down3(n)); RUN(down3_strict(n)); RUN(assign2(n)); RUN(assign_rev(n));
    RUN(step_2d(n, m)); RUN(t_unsigned(n)); RUN(t_unsigned_minus(n, m)); RUN(t_unsigned_bound(n));
    RUN(t_wrapped_start(n)); RUN(t_unsigned_down(n)); RUN(t_long(n)); RUN(t_size(n, m)); RUN(t_size_minus(n));
    RUN(t_short(n)); RUN(t_uchar(n)); RUN(t_mixed(n, m)); RUN(constants()); RUN(nothing(n));
  }
  return 0;
}
