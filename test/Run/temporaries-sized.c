// A temporary of a run-time size gets a copy for each iteration where another array is as large: no loop
// is left on the host.
// RUN: %gputile_run --backend=cpu --check --race --remarks=on %s -- -O1 --args 3 4 37 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --remarks=on %s -- -O1 --args 0 2 5 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: mkdir -p %t && %gputile --dump-json=%t/out.json --output-dir=%t %s -- && FileCheck --check-prefix=JSON %s < %t/out.json
// JSON: "launchReason": null
// JSON-NOT: "launchReason": "
#include <stdio.h>
#include <stdlib.h>

// Each vector of A times C.
static void multiply(int r, int q, int p, double A[r][q][p], double C[p][p], double *sum) {
// CHECK: :[[#@LINE+1]]:9: note: rewritten before scheduling: last value of 'sum' stored
#pragma gpu_tile
  for (int i = 0; i < r; i++)
    for (int j = 0; j < q; j++) {
      for (int k = 0; k < p; k++) {
        sum[k] = 0;
        for (int l = 0; l < p; l++)
          sum[k] += A[i][j][l] * C[l][k];
      }
      for (int k = 0; k < p; k++)
        A[i][j][k] = sum[k];
    }
}

int main(int argc, char **argv) {
  const int r = argc > 3 ? atoi(argv[1]) : 2, q = argc > 3 ? atoi(argv[2]) : 2, p = argc > 3 ? atoi(argv[3]) : 2;
  double (*A)[q][p] = malloc(sizeof(double[r + 1][q][p])), (*C)[p] = malloc(sizeof(double[p][p]));
  double *sum = malloc(sizeof(double[p]));
  for (int k = 0; k < p; k++) {
    sum[k] = k * 0.5;
    for (int l = 0; l < p; l++)
      C[k][l] = 1.0 / (1 + k + l);
  }
  for (int i = 0; i < r; i++)
    for (int j = 0; j < q; j++)
      for (int k = 0; k < p; k++)
        A[i][j][k] = (i * 7 + j * 5 + k * 3) % 11;
  multiply(r, q, p, A, C, sum);
  double hash = 0;
  for (int i = 0; i < r; i++)
    for (int j = 0; j < q; j++)
      for (int k = 0; k < p; k++)
        hash = hash * 0.75 + A[i][j][k];
  for (int k = 0; k < p; k++)
    hash = hash * 0.75 + sum[k];
  printf("%a\n", hash);
  return 0;
}
// CHECK: gputile-run: SAME: 1 region equal bit for bit
