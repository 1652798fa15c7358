// What stands behind a label of a switch is reached from its head, too: scalars have the values from there or from the
// statement before.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 2 regions equal bit for bit, same output
#include <stdio.h>

#define N 61
static int kind[N];
static double a[N + 3], b[N], c[N];

static void through(int n) {
  int k;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    k = i;
    switch (kind[i]) {
    case 0:
      k = i + 1;
      break;
    case 1:
      b[i] = a[k];
      break;
    case 2:
      k = i + 2;
    default:
      b[i] = a[k] + 1;
    }
  }
}

static void in_a_loop(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = i;
    for (int step = 0; step < kind[i]; step++) {
      switch (step) {
      case 0:
        k = i + 1;
        break;
      case 1:
        c[i] += a[k];
        break;
      default:
        k = i + 2;
      }
      c[i] -= 0.25 * a[k];
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    kind[i] = i * 7 % 5;
  for (int i = 0; i < N + 3; i++)
    a[i] = i * 0.5 + 1;
  through(N);
  in_a_loop(N);
  for (int i = 0; i < N; i++)
    printf("%g %g\n", b[i], c[i]);
}
