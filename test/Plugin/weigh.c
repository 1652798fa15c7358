// A call that its copies or launches make slower than the loops runs the loops, unless the user
// decides. GPUTILE_MIN_WORK=1 has calls weighed on the CPU backend, too.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t %s -o %t/run %link_rt
// RUN: FileCheck %s --check-prefix=TEXT < %t/weigh.gputile.c
// RUN: %on_cpu env GPUTILE_MIN_WORK=1 %t/run 2>&1 | FileCheck %s
// RUN: %on_cpu env GPUTILE_MIN_WORK=1 GPUTILE_REQUIRE=1 %t/run 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=about
// RUN: %on_cpu %t/run 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=about
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-scheme=parallel %s -o %t/asked %link_rt
// RUN: %on_cpu env GPUTILE_MIN_WORK=1 %t/asked 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=about
#include <stdio.h>

enum { n = 300 };
static float x[n][n], y[n][n], z[n][n];

// Each element is used once.
// TEXT: static const struct gputile_rt_rates gputile_rates = {132, 17800, 1.755, 4000, 1100, 700, 50, 50};
// TEXT: gputile_host = 0.45 * (double)gputile_rt_volume(2, (long long)(m), (long long)(m));
// TEXT: gputile_rt_weigh(gputile_call, &gputile_rates, gputile_host, gputile_work);
// CHECK: weigh.c:[[#@LINE+3]]: gputile: the device would take about 0.1{{[0-9]*}} ms, 0.1{{[0-9]*}} of them for copies, and the loops 0.09; the original loops run
// ALL: weigh.c:[[#@LINE+2]]: gputile: weigh_saxpy_{{.*}}: 1 launches
static void saxpy(int m, float a) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      y[i][j] = y[i][j] + a * x[i][j];
}

// All elements are used often.
// CHECK: weigh.c:[[#@LINE+3]]: gputile: weigh_product_{{.*}}: 1 launches
// ALL: weigh.c:[[#@LINE+2]]: gputile: weigh_product_{{.*}}: 1 launches
static void product(int m) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++)
        z[i][j] += x[i][k] * y[k][j];
}

// Few threads, each of which waits for its instructions.
// CHECK: weigh.c:[[#@LINE+3]]: gputile: the device would take about {{.*}}, and the loops {{.*}}; the original loops run
// ALL: weigh.c:[[#@LINE+2]]: gputile: weigh_chain_
static void chain(int m) {
#pragma gpu_tile
  for (int i = 1; i < m; i++)
    for (int j = 0; j < 8; j++)
      y[i][j] = y[i - 1][j] * 0.5f + x[i][j];
}

// The user says so.
// CHECK: weigh.c:[[#@LINE+3]]: gputile: weigh_asked_{{.*}}: 1 launches
// ALL: weigh.c:[[#@LINE+2]]: gputile: weigh_asked_{{.*}}: 1 launches
static void asked(int m) {
#pragma gpu_tile if(1)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      x[i][j] += 1;
}

// What is on the device stays there.
// CHECK: weigh.c:[[#@LINE+5]]: gputile: weigh_resident_{{.*}}: 1 launches
// ALL: weigh.c:[[#@LINE+4]]: gputile: weigh_resident_{{.*}}: 1 launches
static void resident(int m) {
#pragma gpu_tile data(copy: x, copyin: y)
  {
#pragma gpu_tile
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        x[i][j] += y[i][j];
  }
}

int main(void) {
  saxpy(n, 2);
  product(n);
  chain(n);
  asked(n);
  resident(n);
  printf("%g\n", z[1][1]);
}
