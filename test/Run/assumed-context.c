// Loops whose iterations depend on each other for some sizes only run in parallel where they do not; elsewhere the
// original loops run.
// RUN: %gputile_run --backend=cpu --check --order=random:3 %s -- -O1 --args 100 200 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 --args 100 0 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// SAME: gputile-run: SAME: 6 regions equal bit for bit
// With a distance that is less than the loops are long, only the halo's rows are apart.
// RUN: env GPUTILE_VERBOSE=1 %gputile_run --backend=cpu --check %s -- -O1 --args 100 3 2> %t.err
// RUN: FileCheck --check-prefix=NEAR %s < %t.err
// NEAR: assumed-context.c:[[#SHIFT:]]: gputile: (k + m <= 0 || k >= m) || k == 0 does not hold; the original loops run
// NEAR: assumed-context.c:[[#SHIFT]]: gputile: (k + m <= 0 || k >= m) || k == 0 does not hold; the original loops run
// NEAR: gputile: assumed_context_halo_{{[0-9]+}}: 1 launches
// NEAR: gputile: (span + n <= 0 || span >= n) || span == 0 does not hold; the original loops run
// NEAR: gputile: checked 2 region executions, all equal; 5 fallbacks
// NEAR: gputile-run: SAME

// RUN: %gputile --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck --check-prefix=REMARK %s
// REMARK: :[[#SHIFT:]]:9: remark: region runs on the GPU: scheme parallel (model)
// REMARK: :[[#SHIFT]]:9: note: the original loops run unless (k + m <= 0 || k >= m) || k == 0{{$}}
// The products of late values are parameters.
// REMARK: note: the original loops run unless (to_width + first >= from_width + width || from_width + first >= to_width + width) || to_width == from_width{{$}}
// REMARK: note: the original loops run unless (span + n <= 0 || span >= n) || span == 0{{$}}
// What is known of a parameter is not tested.
// REMARK: note: the original loops run unless (k >= m && k + m <= 4294967296LL) || (k == 0 && m <= 4294967296LL){{$}}
// Also of false dependences where copies do not help.
// REMARK: note: the original loops run unless {{.*}}k >= m
// Copies remove false dependences for all sizes.
// REMARK: note: rewritten before scheduling: copies in place of false dependences
// REMARK-NOT: original loops run unless
// Where loops are long, each iteration needs one before it.
// REMARK: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel' [no-parallelism]
// REMARK: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel' [no-parallelism]
// Which elements are read through others is found out only when the loops may run in parallel.
// REMARK: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel' [no-parallelism]
// REMARK: 6 of 9 regions run on the GPU

#include <stdio.h>
#include <stdlib.h>

static void shift(int m, int k, double *a) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    a[i] = 2 * a[i + k];
}

static void halo(int width, int to, int from, int first, double *a) {
#pragma gpu_tile
  for (int i = first; i < width; i++)
    a[i + to * width] = a[i + from * width];
}

static void butterfly(int n, int span, double *x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t = x[i + span];
    x[i + span] = x[i] - t;
    x[i] = x[i] + t;
  }
}

static void forward(int m, unsigned k, double *a) {
  if (k == 0)
    return;
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    a[i + k] = 0.5 * a[i] + 1;
}

static void ahead(int m, unsigned k, double *a) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    a[i] = 0.5 * a[i + k] + 1;
}

static void left(int m, double *a) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    a[i] = 2 * a[i + 1];
}

static void chain(int m, int flag, double *a) {
#pragma gpu_tile
  for (int i = 1; i < m; i++)
    if (flag)
      a[i] = a[i] * 0.5 + a[i - 1];
}

static void carry(int m, double *a) {
#pragma gpu_tile
  for (int i = 2; i < m; i++)
    a[i] = a[i] * 0.5 + a[i - 2];
}

static void gather(int m, const int *index, double *a) {
#pragma gpu_tile
  for (int i = 0; i < m; i++)
    a[i] = a[index[i]] * 0.5;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  const int n = atoi(argv[1]), k = atoi(argv[2]), size = 3 * n + 2 * k;
  double *a = malloc(size * sizeof *a);
  for (int i = 0; i < size; i++)
    a[i] = (i * 7 % 31) * 0.125;
  shift(n, k, a);
  shift(n, -k, a + k);
  halo(n, 2, 1, 3, a);
  butterfly(n, k, a);
  forward(n, k, a);
  ahead(n, k, a);
  left(n, a);
  chain(n, 1, a);
  carry(n, a);
  int *index = malloc(n * sizeof *index);
  for (int i = 0; i < n; i++)
    index[i] = i * 7 % n;
  gather(n, index, a);
  free(index);
  double sum = 0;
  for (int i = 0; i < size; i++)
    sum += a[i] * (i % 17);
  printf("%.17g\n", sum);
  free(a);
  return 0;
}
