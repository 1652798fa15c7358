// The page of --report shows what was estimated of the layouts of a stream: one for each tile, the usual ones or all,
// that of one launch for each iteration, and which one was taken.
// RUN: rm -rf %t && mkdir %t && cd %t && %gputile --output-dir=. --report=page.html %s --
// RUN: %python %S/Inputs/report_parts.py page.html | FileCheck %s
// RUN: grep -c 'class="bar taken" style="width: 1.' page.html | FileCheck %s --check-prefix=COUNT
// RUN: grep -c 'class="bar" style="width: 8.00rem"' page.html | FileCheck %s --check-prefix=COUNT
// RUN: %gputile --output-dir=. --report=all.html --tile-search=exhaustive %s --
// RUN: %python %S/Inputs/report_parts.py all.html | FileCheck %s --check-prefix=ALL
// Where nothing was estimated there is nothing to show.
// RUN: %gputile --output-dir=. --report=other.html --scheme=parallel %s --
// RUN: not grep Layouts other.html
// COUNT: 1
// CHECK: h3 Layouts of {{.*}}_smooth_{{.*}}_k0
// CHECK-NEXT: p What is estimated
// CHECK-NEXT: tr layout | picoseconds |  | block | limited by
// CHECK-NEXT: tr tile(1) | {{[1-9][.0-9]*}} |  | 32 | {{device memory|instructions}}
// CHECK-NEXT: tr tile(2) |
// CHECK-NEXT: tr tile(3) |
// CHECK-NEXT: tr tile(4) |
// CHECK-NEXT: tr tile(6) | {{[1-9][.0-9]*}} (taken) |
// CHECK: tr tile(12) |
// CHECK-NEXT: tr scheme(parallel) | {{[1-9][.0-9]*}} |  |  | device memory
// CHECK-NEXT: {{img|h3}}
// ALL: tr tile(4) |
// ALL-NEXT: tr tile(5) |
// ALL-NEXT: tr tile(6) |

void smooth(int steps, int n, float A[n][n], float B[n][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j];
  }
}
