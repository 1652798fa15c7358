// A search for hyperplanes that exceeds its limit leaves the loops in their order: they go on to the next
// phases. (Here these exceed the limit, too: what they do is as much.)
// RUN: mkdir -p %t && %gputile --output-dir=%t --max-seconds=0 --max-operations=800000 --remarks=on --time-phases %s -- 2>&1 | FileCheck %s
// CHECK: original-order-limit.c:[[#@LINE+6]]: schedule
// CHECK: original-order-limit.c:[[#@LINE+5]]: map
// CHECK-NOT: gave up during the search for hyperplanes
// CHECK: :[[#@LINE+3]]:9: remark: the iterations keep their original order: the search for hyperplanes gave up after 800000 operations [original-order]
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: gave up during verification after 800000 operations
void f(int n, double (*restrict a)[n][n], double (*restrict b)[n][n]) {
#pragma gpu_tile
  for (int x = 1; x < n - 1; x++)
    for (int y = 1; y < n - 1; y++)
      for (int z = 1; z < n - 1; z++) {
        double s = 0, t = 0, u = 0, v = 0, w = 0;
        for (int j = 0; j < 4; j++) {
          s += a[x][y][z] * w;
          for (int k = 0; k < j; k++) {
            t += a[x + 1][y][z] * s;
            u += t * a[x][y - 1][z];
            v += u - s;
          }
          w += v * t;
          if (j > 1)
            s -= w;
        }
        b[x][y][z] = s + t + u + v + w;
      }
}
