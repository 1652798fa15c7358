// Temporaries that are read after the region: iterations have their own, and the last one that computes
// the variable stores its value.
// RUN: %gputile_run --backend=cpu --check --race --max-seconds=60 %s -- -O1 --args 37 9 > %t.out 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: FileCheck --check-prefix=OUT %s < %t.out
// RUN: %gputile_run --backend=cpu --check --order=random:5 --max-seconds=60 %s -- -O1 --args 300 17 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --max-seconds=60 %s -- -O1 --args 1 1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// No iteration at all: the variables keep their values.
// RUN: %gputile_run --backend=cpu --check --max-seconds=60 %s -- -O1 --args 0 0 > %t.out 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: FileCheck --check-prefix=KEPT %s < %t.out
// SAME: gputile-run: SAME: 6 regions equal bit for bit
// OUT: plain 3.25
// KEPT: plain -1

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --max-seconds=60 %s -- -Rgpu-tile 2> %t.err
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// RUN: FileCheck --check-prefix=REMARK %s < %t.err
// JSON: "lastValues": [
// JSON-NEXT: "t"
// JSON-NEXT: ]
// REMARK-DAG: note: rewritten before scheduling: last value of 't' stored
// REMARK-DAG: note: rewritten before scheduling: last value of 'sum' stored

#include <stdio.h>
#include <stdlib.h>

static double plain(int n, const double *a, double *restrict b) {
  double t = -1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t * t;
  }
  return t;
}

// The last iteration that assigns is not the last of all, and depends on n.
static int conditional(int n, const double *a, double *restrict b) {
  int last = -7;
#pragma gpu_tile lastprivate(last)
  for (int i = 0; i < n; i++)
    if (i % 4 == 1 && i > 8) {
      last = 3 * i + (a[i] > 1);
      b[i] = last + 1;
    }
  return last;
}

// A sum of an inner loop, whose order stays.
static double inner(int n, int m, const double *a, double *restrict b) {
  double s = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s = 0.5;
    for (int k = 0; k < m; k++)
      s += a[k] * i;
    b[i] = s;
  }
  return s;
}

// Two statements write it, in loops of their own.
static float twice(int n, int m, const double *a, double *restrict b) {
  float t = 2;
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++) {
      t = (float)a[i];
      b[i] = t;
    }
    for (int i = 1; i < m; i++) {
      t = (float)(a[i] + i);
      b[n + i] = 2 * t;
    }
  }
  return t;
}

// An array.
static void rows(int n, int m, double A[n][12], const double C[12][12], double sum[12]) {
#pragma gpu_tile
  for (int r = 0; r < n; r++) {
    for (int p = 0; p < 12; p++) {
      sum[p] = 0;
      for (int s = 0; s < 12; s++)
        sum[p] += A[r][s] * C[s][p];
    }
    for (int p = 0; p < 12; p++)
      A[r][p] = sum[p];
  }
}

// Beside a sum whose order stays: what it sums up is computed in parallel.
static double both(int n, const double *a, double *restrict b, double *s) {
  double t = 4, total = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    t = a[i] + 1;
    b[i] = t;
    total += t * t;
  }
  *s = total;
  return t;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]);
  double *a = malloc((size_t)(n + m + 1) * sizeof *a), *b = malloc((size_t)(n + m + 1) * sizeof *b);
  double(*A)[12] = malloc((size_t)(n + 1) * sizeof *A), C[12][12], sum[12], s = 0;
  for (int i = 0; i <= n + m; i++) {
    a[i] = 1.625 - (double)(i - n + 1) / 8 * (i != n - 1);
    b[i] = i % 5;
  }
  for (int p = 0; p < 12; p++) {
    sum[p] = p;
    for (int q = 0; q < 12; q++)
      C[p][q] = (p + 2 * q) % 7 - 3;
    for (int r = 0; r < n; r++)
      A[r][p] = (r + p) % 5;
  }
  printf("plain %g\n", plain(n, a, b));
  printf("%d %g ", conditional(n, a, b), inner(n, m, a, b));
  printf("%g %g ", twice(n, m, a, b), both(n, a, b, &s));
  rows(n, m, A, C, sum);
  for (int p = 0; p < 12; p++)
    s += sum[p];
  for (int i = 0; i <= n + m; i++)
    s += b[i];
  printf("%g\n", s);
  free(a);
  free(b);
  free(A);
  return 0;
}
