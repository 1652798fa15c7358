// A scheme that is given up for the next one goes on where that is too expensive, too: here the last one takes more
// operations than the first one, which may use a part of them while there is a next.
// RUN: mkdir -p %t && %gputile --max-seconds=0 --max-operations=260000 --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s
// CHECK: remark: region runs on the GPU: scheme wavefront (model)
// RUN: %gputile --max-seconds=0 --max-operations=400000 --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: remark: region runs on the GPU: scheme parallel (model)
void weighted(int steps, int n, const double *c, double *a) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 8; i < n - 8; i++)
      a[i] = c[i - 8] * a[i - 8] + c[i - 7] * a[i - 7] + c[i - 6] * a[i - 6] + c[i - 5] * a[i - 5] +
             c[i + 8] * a[i + 8] + c[i + 3] * a[i + 3] + c[i + 5] * a[i + 5] + c[i + 1] * a[i + 1] +
             c[i + 2] * a[i + 2];
}
