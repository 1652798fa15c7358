// Statements that run in one iteration of a loop in which others run in all: what they access last hides what the others
// accessed before, in dependence analysis and in proofs.
// RUN: mkdir -p %t && %gputile --scheme=parallel --output-dir=%t --print-after=deps %s -- 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=wavefront %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=parallel --check-text=on %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 5 regions equal bit for bit
#include <stdio.h>

enum { N = 3000 };
static double a[N], b[N], c[N], d[N];

// The read in the last iteration gets what stands behind the write of all iterations.
// CHECK: dependences: 4
// CHECK-NEXT: anti S0.1 -> S1.0 (0,0)
// CHECK-NEXT: output S1.0 -> S2.0 (0,0)
// CHECK-NEXT: flow S2.0 -> S0.1 (0,1)
// CHECK-NEXT: output S2.0 -> S1.0 (0,1)
static void cells(int n) {
#pragma gpu_tile
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 2; i++) {
      if (i == 1)
        b[k] = a[k];
      a[k] = c[k];
      if (i == 0)
        a[k] = 2 * d[k];
    }
}

static void temporaries(int n) {
#pragma gpu_tile
  for (int k = 0; k < n; k++) {
    double t[2];
    for (int i = 0; i < 3; i++) {
      if (i == 2)
        b[k] += t[0];
      t[0] = c[k];
      if (i == 1)
        t[0] = d[k];
    }
  }
}

// A source and a probe in single steps, and a copy that readers are given the source of.
static void steps(int m, int n) {
#pragma gpu_tile
  for (int t = 0; t < m; t++) {
    if (t == 3)
      for (int k = 0; k < n; k++)
        d[k] = a[k];
    for (int k = 1; k < n - 1; k++)
      b[k] = (a[k - 1] + a[k] + a[k + 1]) * 0.25;
    for (int k = 1; k < n - 1; k++)
      a[k] = b[k];
    if (t == 2)
      for (int k = 1; k < n - 1; k++)
        a[k] = c[k];
  }
}

static void lines(int m, int n) {
#pragma gpu_tile
  for (int k = 1; k < n - 1; k++)
    for (int t = 0; t < m; t++) {
      if (t == 3)
        d[k] = a[k] + d[k];
      b[k] = c[k] * 0.5;
      a[k] = b[k];
      if (t == 2)
        a[k] = c[k];
    }
}

// Index sets are split here: the parts run in one iteration. It was refused (verification-failed), as the write of the part
// `i == 0` was not seen behind the reads of the part `i == -1`.
static void parts(double *x) {
#pragma gpu_tile
  for (int i = -1; i < 1; i++)
    for (int j = 0; j < 3; j++) {
      x[j + 2] = x[i + 3];
      x[i + 2] = 1;
    }
}

static void show(const char *name) {
  double sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[k] * (k % 5 + 1) + b[k] * (k % 7 + 1) + d[k] * (k % 3 + 1);
  printf("%s %.17g\n", name, sum);
}

int main(void) {
  for (int k = 0; k < N; k++)
    a[k] = 0.125 * k, c[k] = 0.5 * k, d[k] = 1000 - k;
  cells(N);
  show("cells");
  temporaries(N);
  show("temporaries");
  steps(6, N);
  show("steps");
  lines(6, N);
  show("lines");
  parts(c);
  for (int k = 0; k < 8; k++)
    printf("%g\n", c[k]);
}
