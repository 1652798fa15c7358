// Statements that no new order fits keep their original order, with the loops in it that are
// parallel; the nests beside them are treated as ever.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -O1 -w 2>&1 | FileCheck %s
// CHECK: :13:9: remark: the iterations keep their original order: no order of the statements keeps the dependences of every iteration (2 of 3 statements) [original-order]
// CHECK: :13:9: remark: region runs on the GPU: scheme parallel {{.*}}, {{[0-9]+}} kernels
// CHECK: gputile-run: SAME: 1 region {{.*}}equal bit for bit, same output
#include <stdio.h>

enum { Size = 70 };
static double A[Size + 1][Size], B[Size][Size], C[Size][Size];

static void crossed(int n) {
#pragma gpu_tile
  {
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++)
        A[k][i] = i + 100 * k;
      for (int i = 0; i < n; i++)
        B[k][i] = A[n - k][i];
    }
    for (int k = 0; k < n; k++)
      for (int i = 0; i < n; i++)
        C[k][i] += k - i;
  }
}

int main(void) {
  for (int i = 0; i < Size; i++)
    A[Size][i] = i / 3.0;
  crossed(Size);
  double sum = 0;
  for (int k = 0; k < Size; k++)
    for (int i = 0; i < Size; i++)
      sum = sum / 3 + B[k][i] * (i + 1) + C[k][i] + A[k][i];
  printf("%.17g\n", sum);
  return 0;
}
