// Clause extents is believed: an access outside is one outside of the array on the device, which --asan reports.
// RUN: %status 1 %gputile_run --backend=cpu --asan %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: AddressSanitizer: heap-buffer-overflow
#include <stdio.h>
static void gather(int n, double *restrict y, const double *restrict x, const int *restrict index) {
#pragma gpu_tile extents(x: n)
  for (int i = 0; i < n; i++)
    y[i] = x[index[i]];
}
int main(void) {
  double x[200] = {0}, y[100];
  int index[100];
  for (int i = 0; i < 100; i++)
    index[i] = i + 50;
  gather(100, y, x, index);
  printf("%g\n", y[3]);
  return 0;
}
