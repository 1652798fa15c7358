// Statements beside a time loop under scheme split: they become kernels of scheme parallel in front of
// the tiles, behind them and between them, also inside loops of the host around all of it.
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --tile=3,9 --max-seconds=60 %s -- -O1 --args 7 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:3 --scheme=split --max-seconds=60 %s -- -O1 --args 25 133 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --launch=cooperative --tile=4,12 --max-seconds=60 %s -- -O1 --args 6 31 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --launch=flags --tile=4,12 --max-seconds=60 %s -- -O1 --args 6 31 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --scheme=split --max-seconds=60 %s -- -O1 --args 0 3 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 3 regions equal bit for bit

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --scheme=split --tile=3,9 --max-seconds=60 %s --
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// JSON: "outcome": "transformed"
// JSON: "timeLoops": [
// JSON-NEXT: {
// JSON: "bands": "[{{.*}}steps{{.*}}
// JSON: "colours": 2,
// JSON: "height": 3,
// JSON: "statements": [
// JSON-NEXT: "S{{[0-9]+}}"
// JSON-NEXT: ],

// Sizes of clauses are those of the time loops' tiles: the kernels beside them have others.
// RUN: %gputile --output-dir=%t --scheme=split --tile=3,9 --max-seconds=60 %s -- -Rgpu-tile 2> %t.err
// RUN: FileCheck --check-prefix=REMARK %s < %t.err
// REMARK: remark: {{.*}} scheme split (option),
// REMARK: note: kernel '[[N:[a-z_0-9]+]]_k0': tile {{[0-9]+}} (
// REMARK-NEXT: note: kernel '[[N]]_k1': tile 3x9 (
// REMARK-NEXT: note: kernel '[[N]]_k2': tile 3x9 (

#include <stdio.h>
#include <stdlib.h>

static void around(int steps, int n, double (*restrict A)[n], const double *restrict first,
                   double *restrict out) {
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      A[0][i] = A[1][i] = first[i] * 0.5;
    for (int t = 0; t < steps; t++)
      for (int i = 1; i < n - 1; i++)
        A[(t + 1) % 2][i] = (A[t % 2][i - 1] + A[t % 2][i] + A[t % 2][i + 1]) / 3;
    for (int i = 0; i < n; i++)
      out[i] = A[0][i] - A[1][n - 1 - i];
  }
}

static void inside(int problems, int steps, int n, double (*restrict U)[2][n]) {
#pragma gpu_tile
  for (int k = 0; k < problems; k++) {
    for (int i = 0; i < n; i++)
      U[k][0][i] = U[k][1][i] = U[k > 0 ? k - 1 : 0][0][i] + k;
    for (int t = 0; t < steps; t++)
      for (int i = 1; i < n - 1; i++)
        U[k][(t + 1) % 2][i] = (U[k][t % 2][i - 1] + U[k][t % 2][i + 1]) / 2;
  }
}

static void two(int steps, int n, double *restrict e, double *restrict h, double *restrict s) {
#pragma gpu_tile
  {
    for (int t = 0; t < steps; t++) {
      for (int i = 1; i < n; i++)
        e[i] = e[i] - 0.5 * (h[i] - h[i - 1]);
      for (int i = 0; i < n - 1; i++)
        h[i] = h[i] - 0.7 * (e[i + 1] - e[i]);
    }
    for (int i = 0; i < n; i++)
      s[i] = e[i] + h[n - 1 - i];
    for (int t = 2; t < steps; t++) {
      for (int i = 1; i < n - 1; i++)
        e[i] = (s[i - 1] + s[i + 1]) / 2;
      for (int i = 1; i < n - 1; i++)
        s[i] = e[i] + t;
    }
  }
}

int main(int argc, char **argv) {
  int steps = atoi(argv[1]), n = atoi(argv[2]), problems = 3;
  double(*A)[n] = malloc(2 * sizeof *A), (*U)[2][n] = malloc((size_t)problems * sizeof *U);
  double *e = malloc((size_t)n * sizeof *e), *h = malloc((size_t)n * sizeof *h),
         *s = malloc((size_t)n * sizeof *s), *out = malloc((size_t)n * sizeof *out), sum = 0;
  for (int i = 0; i < n; i++) {
    e[i] = 1.0 / (i + 1);
    h[i] = i % 7;
    s[i] = out[i] = A[0][i] = A[1][i] = 0;
    for (int k = 0; k < problems; k++)
      U[k][0][i] = U[k][1][i] = (k * 31 + i * 17) % 23;
  }
  around(steps, n, A, e, out);
  inside(problems, steps, n, U);
  two(steps, n, e, h, s);
  for (int i = 0; i < n; i++)
    sum += out[i] + A[0][i] + U[problems - 1][0][i] + U[0][1][i] + e[i] + h[i] + s[i];
  printf("%.17g\n", sum);
  free(A);
  free(U);
  free(e);
  free(h);
  free(s);
  free(out);
  return 0;
}
