// Copies between arrays become versions of one array. Results stay the same.
// RUN: mkdir -p %t && %gputile --output-dir=%t --dump-json=%t/out.json %s -- -Rgpu-tile 2> %t/err
// RUN: FileCheck %s < %t/err
// RUN: FileCheck %s --check-prefix=CUDA < %t/copy-versions.gputile.cu
// RUN: FileCheck %s --check-prefix=JSON < %t/out.json
// RUN: %gputile_run --backend=cpu --check --order=forward %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --scheme=wavefront %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 6 regions equal bit for bit, same output
// RUN: %gputile --propagate-copies=off --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: in place of copies
#include <stdio.h>

#define N 45
static float A[N][N], B[N][N];
static double a[N], b[N], c[N], d[N];

// CHECK: :[[#@LINE+7]]:9: note: rewritten before scheduling: 2 versions of 'B' and 'A' in place of copies
// CUDA: copy_versions_jacobi_[[#@LINE+6]]_k1(float *__restrict__ B_version0,
// CUDA: B_version0[h0 % 2 * B_version0_stride0 +
// JSON: "versions": [
// JSON: "array": "B_version0",
// JSON-NEXT: "count": 2,
static void jacobi(int T, int n) {
#pragma gpu_tile launch(kernels)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2f * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j];
  }
}

// Three time steps of a wave, with a constant number of steps.
// CHECK: :[[#@LINE+2]]:9: note: rewritten before scheduling: 3 versions of 'c', 'b' and 'a' in place of copies
static void wave(int n) {
#pragma gpu_tile launch(kernels)
  for (int t = 3; t < 9; t++) {
    for (int i = 1; i < n - 1; i++)
      c[i] = 1.5 * b[i] - a[i] + 0.25 * (b[i - 1] + b[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    for (int i = 1; i < n - 1; i++)
      b[i] = c[i];
  }
}

// The boundary changes in each step, and somebody reads the copy in it.
// CHECK: :[[#@LINE+2]]:9: note: rewritten before scheduling: 2 versions of 'b' and 'a' in place of copies
static void boundary(int T, int n) {
#pragma gpu_tile launch(kernels)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) * 0.5;
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    a[0] = 0.125 * t;
    a[n - 1] = 0.25;
    for (int i = 1; i < n - 1; i++)
      d[i] = d[i] + a[i] * a[i - 1];
  }
}

// What the region does in front of the loop and behind it.
// CHECK: :[[#@LINE+2]]:9: note: rewritten before scheduling: 2 versions of 'a' and 'b' in place of copies
static void around(int T, int n) {
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      a[i] = a[i] + d[i];
    for (int t = T; t > 0; t--) {
      for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i + 1]) * 0.5;
      for (int i = 1; i < n - 1; i++)
        a[i] = b[i];
    }
    for (int i = 0; i < n; i++)
      d[i] = a[i] - b[i];
  }
}

// Pointers that may overlap: the original loops run where they do.
// CHECK: :[[#@LINE+2]]:9: note: rewritten before scheduling: 2 versions of 'q' and 'p' in place of copies
static void pointers(int T, int n, double *p, double *q) {
#pragma gpu_tile launch(kernels)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      q[i] = (p[i - 1] + p[i + 1]) * 0.5;
    for (int i = 1; i < n - 1; i++)
      p[i] = q[i];
  }
}

// Copies to other elements and of boundaries that never were in the other array stay.
// CHECK: :[[#@LINE+3]]:9: remark:
// CHECK-NOT: in place of copies
static void others(int T, int n) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) * 0.5;
    for (int i = 0; i < n; i++)
      a[i] = b[i];
    for (int i = 1; i < n; i++)
      c[i - 1] = d[i];
    for (int i = 1; i < n; i++)
      d[i] = c[i] * 0.5 + a[i];
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 0.375;
    b[i] = 7 - i;
    c[i] = i * i % 13;
    d[i] = 1.0 / (i + 1);
    for (int j = 0; j < N; j++) {
      A[i][j] = (float)((i * 7 + j * 3) % 11);
      B[i][j] = (float)(i - j);
    }
  }
  for (int T = 0; T < 5; T++) {
    jacobi(T, N);
    jacobi(T, 3);
    boundary(T, N);
    around(T, N - 1);
    pointers(T, N, a, c);
    others(T, N);
  }
  for (int n = 2; n < 5; n++)
    wave(n);
  wave(N);
  jacobi(33, 2);
  double h = 0;
  for (int i = 0; i < N; i++) {
    h = h * 0.875 + a[i] + 2 * b[i] + 3 * c[i] + 4 * d[i];
    for (int j = 0; j < N; j++)
      h = h * 0.96875 + A[i][j] - B[i][j];
  }
  printf("%.17g\n", h);
  return 0;
}
