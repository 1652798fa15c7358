// _Bool in C11 without <stdbool.h>: the emitted C must not say bool.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 2>&1 | FileCheck %s
// CHECK: gputile-run: SAME: 1 region equal bit for bit, same output
static _Bool h[9];
static void convert(int n, float f[n], _Bool p[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    p[i] = f[i];
}
int main(void) {
  float f[9] = {0, 0.5f, -0.0f, 3};
  convert(9, f, h);
  return 0;
}
