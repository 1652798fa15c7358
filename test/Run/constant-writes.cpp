// One floating-point number that is written through an index: the order of the writes does not matter.
// RUN: %gputile_run --backend=cpu --check --remarks=on --max-seconds=60 %s -- -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:5 --check-text=on --max-seconds=60 %s -- -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 2 regions equal bit for bit, same output
#include <cstdio>

static double acceleration[100];
static float mask[50];
static int nodes[60];

static void boundary(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    acceleration[nodes[i]] = double(0.0);
}
static void masks(int n, const int *values) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (values[i] > 0)
      mask[nodes[i] / 2] = -2.5e-3;
}

int main() {
  for (int i = 0; i < 100; i++)
    acceleration[i] = i + 0.5;
  for (int i = 0; i < 60; i++)
    nodes[i] = i * i % 97;
  boundary(60);
  masks(60, nodes);
  double sum = 0;
  for (int i = 0; i < 100; i++)
    sum += acceleration[i] * i + mask[i / 2];
  std::printf("%a\n", sum);
}
