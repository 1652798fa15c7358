// Parameters that only tell cases apart, as flags and modes do, are one number for each case.
// RUN: %gputile --print-after=extract --quiet --output-dir=%t %s -- -w 2>&1 | FileCheck %s
// RUN: %gputile_run --check --backend=cpu --order=random:1 %s -- -w 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %clang -O1 -w -fplugin=%plugin %s -o %t/run %link_rt
// RUN: %on_cpu env GPUTILE_REQUIRE=1 %t/run > %t/device.txt
// RUN: env GPUTILE_DISABLE=1 %t/run > %t/host.txt
// RUN: cmp %t/device.txt %t/host.txt
// SAME: gputile: checked 63 region executions, all equal{{$}}
// SAME: gputile-run: SAME: 7 regions equal bit for bit

#include <stdio.h>

enum { N = 70 };
static int a[N][N], b[N][N];

static void fill(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 3 * i + 5 * j;
      b[i][j] = i - j;
    }
}

static void print(const char *what, int value) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = 31 * sum + (unsigned)(7 * a[i][j] + b[i][j]);
  printf("%s %d %u\n", what, value, sum);
}

// CHECK-LABEL: scop {{.*}}_flag_
// CHECK: parameter flag_is_0 = (flag) == 0: int
static void flag(int flag) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (flag)
        a[i][j] += b[i][j];
      else
        a[i][j] = b[j][i];
    }
}

// Negative numbers, and more cases than two; those between and beyond are alike.
// CHECK-LABEL: scop {{.*}}_modes_
// CHECK: parameter mode_case0 = (mode) <= -3 ? 0 : (mode) <= -2 ? 1 : (mode) <= 0 ? 0 : (mode) <= 1 ? 2 : 0: int
static void modes(int mode) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (mode == -2)
        a[i][j] += b[i][j];
      else if (mode == 1)
        a[i][j] = b[j][i];
      else
        a[i][j] = 2 * b[i][j];
    }
}

// CHECK-LABEL: scop {{.*}}_unsigneds_
// CHECK: parameter mode_is_3 = (mode) == 3: int
static void unsigneds(unsigned long mode) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (mode != 3)
        a[i][j] += b[i][j];
      else
        a[i][j] -= b[i][j];
}

// Two cases that follow each other are convex as they are.
// CHECK-LABEL: scop {{.*}}_limits_
// CHECK: parameter limit = limit: int
static void limits(int limit) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (limit > 0)
        a[i][j] += b[i][j];
      else
        a[i][j] -= b[i][j];
}

// A value that is used needs more than its case.
// CHECK-LABEL: scop {{.*}}_values_
// CHECK: parameter value = value: int
static void values(int value) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (value)
        a[i][j] += value;
      else
        a[i][j] = b[j][i];
}

// CHECK-LABEL: scop {{.*}}_bounds_
// CHECK: parameter n = n: int
static void bounds(int n) {
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    for (int j = 0; j < (n < N ? n : N); j++)
      if (n != 3)
        a[i][j] += b[i][j];
      else
        a[i][j] -= b[i][j];
}

// Two flags at once, and a flag around loops.
// CHECK-LABEL: scop {{.*}}_two_
// CHECK: parameter left_is_0 = (left) == 0: int
// CHECK: parameter right_is_0 = (right) == 0: int
static void two(int left, int right) {
#pragma gpu_tile
  {
    if (left || !right)
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          a[i][j] = b[i][j];
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        if (left && right)
          b[i][j] = a[j][i];
  }
}

int main(void) {
  for (int value = -4; value <= 4; value++) {
    fill();
    flag(value);
    print("flag", value);
    modes(value);
    print("modes", value);
    unsigneds((unsigned long)value);
    print("unsigneds", value);
    limits(value);
    print("limits", value);
    values(value);
    print("values", value);
    bounds(value);
    print("bounds", value);
    two(value & 1, value & 2);
    print("two", value);
  }
  return 0;
}
