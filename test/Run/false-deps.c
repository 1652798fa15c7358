// Copies take the place of false dependences: what is emitted for Figure 2 of Di et al. 2012, and that results
// stay the same.
// RUN: mkdir -p %t && %gputile --output-dir=%t --dump-json=%t/out.json --print-after=copies %s -- -Rgpu-tile 2> %t/err
// RUN: FileCheck %s < %t/err
// RUN: FileCheck %s --check-prefix=CUDA < %t/false-deps.gputile.cu
// RUN: FileCheck %s --check-prefix=JSON < %t/out.json
// RUN: %gputile_run --backend=cpu --check --order=forward %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 4 regions equal bit for bit, same output
#include <stdio.h>

#define N 70
static double A[N + 2], B[N + 2][N + 2];
static unsigned char bytes[N];

static void figure2(int T, int I) {
  // CHECK: after copies ===
  // CHECK: array A0: double, rank 1, private
  // CHECK: statement S0: $0 = gpt_mul(0.5, $1 + $2);
  // CHECK: $2 = A0:
  // CHECK: statement S1: $0 = $1;
  // CHECK: statement S2: $0 = $1;
  // CHECK: dependences: 9
  // CHECK: note: rewritten before scheduling: copies in place of false dependences, false_deps remove (clause)
  // CUDA: A0[I + 1] = A[I + 1];
  // CUDA: A0[t0 + 256 * b0] = A[t0 + 256 * b0];
  // CUDA: A[t0 + 256 * b0] = gpt_mul(0.5, A[t0 + 256 * b0] + A0[t0 + 256 * b0 + 1]);
  // JSON: "falseDeps": {
  // JSON-NEXT: "origin": "clause",
  // JSON-NEXT: "value": "remove"
  // JSON: "relation": "[T, I] -> { S0[t, i] -> A0[
  // JSON: "name": "S0",
  // JSON: "name": "S1",
  // JSON: "name": "S2",
#pragma gpu_tile scheme(parallel) false_deps(remove)
  for (int t = 1; t <= T; t++)
    for (int i = 1; i <= I; i++)
      A[i] = 0.5 * (A[i] + A[i + 1]);
}

// Two nests, two arrays, loops that run down, one outer loop that carries nothing.
static void nests(int T, int n) {
#pragma gpu_tile false_deps(remove)
  for (int t = 0; t < T; t++) {
    for (int i = n; i >= 1; i--)
      A[i] = A[i] - 0.25 * A[i - 1];
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++)
        B[i][j] = B[i][j + 1] * 0.5 + B[i + 1][j] + A[i];
  }
}

// Bytes, no loop around, and a name that is taken.
static void shift(int n) {
  unsigned char *bytes0 = bytes;
#pragma gpu_tile false_deps(remove)
  for (int i = 0; i < n - 2; i++)
    bytes0[i] = (unsigned char)(bytes0[i + 1] ^ bytes0[i + 2]);
}

// What cannot be removed stays as it is.
// CHECK: after copies ===
// CHECK: no copies
// CHECK-NOT: false_deps remove
static void scans(int n) {
#pragma gpu_tile false_deps(remove)
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      B[i][j] = B[i][j - 1] + B[i][j + 1];
}

int main(void) {
  for (int i = 0; i < N + 2; i++) {
    A[i] = i * 0.375;
    if (i < N)
      bytes[i] = (unsigned char)(i * 37);
    for (int j = 0; j < N + 2; j++)
      B[i][j] = (i * 7 + j * 3) % 11;
  }
  figure2(5, N);
  nests(3, N / 2);
  shift(N);
  scans(N / 2);
  double h = 0;
  for (int i = 0; i < N + 2; i++) {
    h = h * 0.875 + A[i] + (i < N ? bytes[i] : 0);
    for (int j = 0; j < N + 2; j++)
      h = h * 0.96875 + B[i][j];
  }
  printf("%.17g\n", h);
  return 0;
}
