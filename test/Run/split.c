// Split tiles in both launch modes: the results are the original's and there are no
// races, also with statements of different depth, several steps, buffers by the parity
// of time, and reach that differs by direction.
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --tile=3,9 %s -- -O1 --args 7 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --launch=cooperative --tile=4,12 %s -- -O1 --args 7 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=split %s -- -O1 --args 50 333 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=split --tile=1,1 %s -- -O1 --args 5 11 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --scheme=split --launch=flags --tile=4,12 %s -- -O1 --args 7 40 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 3 regions equal bit for bit

// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --scheme=split --tile=3,9 %s --
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// JSON: "split": {
// JSON-NEXT: "bands": "[steps, n] -> { [{{.*}}] : {{.*}} }",
// JSON-NEXT: "colours": 2,
// JSON-NEXT: "cone": [
// JSON-NEXT: {
// JSON-NEXT: "down": 1,
// JSON-NEXT: "up": 1
// JSON-NEXT: }
// JSON-NEXT: ],
// JSON-NEXT: "height": 3,
// JSON-NEXT: "reach": [
// JSON-NEXT: {
// JSON-NEXT: "down": 1,
// JSON-NEXT: "up": 1
// JSON-NEXT: }
// JSON-NEXT: ],
// JSON-NEXT: "statements": [
// JSON-NEXT: "S0"
// JSON-NEXT: ],
// JSON-NEXT: "steps": 1
// JSON: "up": 1.5

// A cooperative launch is one function for all colours, which share its memory. Nothing is
// computed ahead for all of them.
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json --scheme=split --launch=cooperative --tile=3,9 %s --
// RUN: FileCheck --check-prefix=TOGETHER %s < %t/split.gputile.cu
// RUN: FileCheck --check-prefix=LEADER %s < %t/out.json
// TOGETHER: static __global__ void {{.*}}
// TOGETHER-NEXT: split_heat_{{[0-9]+}}_k0(
// TOGETHER: GPUTILE_SHARED(int4, shared_memory, [{{[0-9]+}}]);
// TOGETHER: const I h0 = gpt_own(
// TOGETHER-NEXT: const I t0 = gpt_own((I)threadIdx.x);
// TOGETHER-NEXT: double (&s_A){{\[2]\[[0-9]+]}} = *(double (*){{.*}})(shared_memory);
// TOGETHER: this_grid().sync();
// TOGETHER: const I h0 = gpt_own(
// TOGETHER-NEXT: const I t0 = gpt_own((I)threadIdx.x);
// TOGETHER-NEXT: double (&s_A){{\[2]\[[0-9]+]}} = *(double (*){{.*}})(shared_memory);
// TOGETHER: this_grid().sync();
// TOGETHER-NOT: _k1
// LEADER: "launchedBy": null
// LEADER: "launchedBy": "split_heat_{{[0-9]+}}_k0"

#include <stdio.h>
#include <stdlib.h>

static void heat(int steps, int n, double A[2][n]) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      A[(t + 1) % 2][i] = (A[t % 2][i - 1] + A[t % 2][i] + A[t % 2][i + 1]) / 3;
}

static void leaning(int steps, int n, double A[steps][n]) {
#pragma gpu_tile
  for (int t = 2; t < steps; t++)
    for (int i = 3; i < n - 1; i++)
      A[t][i] = A[t - 1][i + 1] - A[t - 2][i - 3];
}

static void border(int steps, int n, double *restrict e, double *restrict h) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    e[0] = t;
    for (int i = 1; i < n; i++)
      e[i] = e[i] - 0.5 * (h[i] - h[i - 1]);
    for (int i = 0; i < n - 1; i++)
      h[i] = h[i] - 0.7 * (e[i + 1] - e[i]);
  }
}

int main(int argc, char **argv) {
  int steps = atoi(argv[1]), n = atoi(argv[2]);
  double(*two)[n] = malloc(2 * sizeof *two), (*all)[n] = malloc((size_t)steps * sizeof *all);
  double *e = malloc((size_t)n * sizeof *e), *h = malloc((size_t)n * sizeof *h), sum = 0;
  for (int i = 0; i < n; i++) {
    two[0][i] = two[1][i] = e[i] = 1.0 / (i + 1);
    h[i] = i % 7;
    for (int t = 0; t < steps; t++)
      all[t][i] = (t * 31 + i * 17) % 23;
  }
  heat(steps, n, two);
  leaning(steps, n, all);
  border(steps, n, e, h);
  for (int i = 0; i < n; i++)
    sum += two[0][i] + two[1][i] + all[steps - 1][i] + e[i] + h[i];
  printf("%.17g\n", sum);
  free(two);
  free(all);
  free(e);
  free(h);
  return 0;
}
