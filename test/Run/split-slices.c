// Arrays with a dimension for time keep only the slices that are in use: read one and two
// steps back, one step ahead before that is written, in place, written under a condition,
// two arrays in two steps, time backwards.
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --tile=3,12 %s -- -O1 --args 14 45 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --launch=cooperative --tile=8,33 %s -- -O1 --args 18 60 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=split --tile=8,33 %s -- -O1 --args 29 70 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --launch=cooperative --tile=3,16 %s -- -O1 --args 14 50 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:5 --scheme=split --tile=1 %s -- -O1 --args 8 45 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split %s -- -O1 --args 40 600 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 7 regions equal bit for bit

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --launch=kernels --scheme=split --tile=8,33 --block=16 %s --
// RUN: FileCheck --check-prefix=TEXT %s < %t/split-slices.gputile.cu
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// A band of eight steps has two slots, and nothing is loaded that the block computes.
// TEXT: split_slices_one_{{[0-9]+}}_k0(
// TEXT: GPUTILE_SHARED(double, s_A, {{\[}}2][26]);
// TEXT: s_A[0][i0] = A[
// TEXT: __syncthreads();
// TEXT-NEXT: for (I c1 = 8 * h0; c1 <= 8 * h0 + 7; ++c1) {
// TEXT-NEXT: for (I c3 =
// TEXT-NEXT: s_A[(unsigned)((-8) * h0 + c1 + 1) % 2u][c3 + 1] =
// TEXT-NEXT: }
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: {
// TEXT-NEXT: const I first =
// TEXT-NEXT: const I last =
// TEXT-NEXT: GPT_UNROLL
// TEXT-NEXT: for (I i0 = first + t0;
// TEXT-NEXT: if (i0 <= last)
// TEXT-NEXT: A[{{.*}}] = s_A[(unsigned)((-8) * h0 + c1 + 1) % 2u][i0];
// Two steps back need three.
// TEXT: split_slices_deep_{{[0-9]+}}_k0(
// TEXT: GPUTILE_SHARED(double, s_A, {{\[}}3][26]);
// TEXT: s_A[0][i0] = A[
// TEXT: s_A[1][i0] = A[
// TEXT: s_A[(unsigned)({{.*}}) % 3u][
// JSON: "array": "A",
// JSON: "size": [
// JSON-NEXT: 2,
// JSON-NEXT: 26
// JSON-NEXT: ],
// JSON-NEXT: "slices": 2,
// JSON-NEXT: "slots": 2,
// JSON-NEXT: "stored": true
// JSON: "sharedBytes": 416,
#include <stdio.h>
#include <stdlib.h>
static void one(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = (A[t - 1][i - 1] + A[t - 1][i] + A[t - 1][i + 1]) * 0.33;
}
static void deep(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T - 1; t++)
    for (int i = 1; i < n - 1; i++)
      A[t + 1][i] = 2 * A[t][i] - A[t - 1][i] + 0.1 * (A[t][i - 1] - A[t][i + 1]);
}
static void two(int T, int n, double A[T][n], double B[T][n]) {
#pragma gpu_tile
  for (int t = 0; t < T - 1; t++) {
    for (int i = 1; i < n - 1; i++)
      B[t][i] = 0.5 * (A[t][i - 1] + A[t][i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[t + 1][i] = 0.25 * (B[t][i - 1] + 2 * B[t][i] + B[t][i + 1]);
  }
}
static void update(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      A[t][i] += 0.5 * (A[t - 1][i - 1] + A[t - 1][i + 1]);
}
static void maybe(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      if (A[t - 1][i] > 0.3)
        A[t][i] = 0.5 * (A[t - 1][i - 1] + A[t - 1][i + 1]);
}
static void back(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = T - 2; t >= 0; t--)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = 0.5 * (A[t + 1][i - 1] + A[t + 1][i + 1]);
}
static void ahead(int T, int n, double A[T][n]) {
#pragma gpu_tile
  for (int t = 1; t < T - 1; t++)
    for (int i = 1; i < n - 1; i++)
      A[t][i] = 0.5 * (A[t - 1][i - 1] + A[t - 1][i + 1]) + 0.25 * A[t + 1][i];
}
int main(int argc, char **argv) {
  int T = atoi(argv[1]), n = atoi(argv[2]);
  double *a[4];
  size_t N = (size_t)(T + 4) * (n + 2);
  for (int k = 0; k < 4; k++) {
    a[k] = malloc(N * 8);
    for (size_t i = 0; i < N; i++)
      a[k][i] = ((i * 37 + k * 11) % 101) / 101.0;
  }
  one(T, n, (double(*)[n])a[0]);
  deep(T, n, (double(*)[n])a[1]);
  two(T, n, (double(*)[n])a[2], (double(*)[n])a[3]);
  update(T, n, (double(*)[n])a[0]);
  maybe(T, n, (double(*)[n])a[1]);
  back(T, n, (double(*)[n])a[2]);
  ahead(T, n, (double(*)[n])a[3]);
  double s = 0;
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < N; i++)
      s = s * 0.75 + a[k][i];
  printf("%.17g\n", s);
}
