// Arrays whose planes take turns, A[(t + 1) % 2] from A[t % 2]: the planes are arrays of their own, so that several
// iterations are streamed. Cells that no iteration writes differ from plane to plane.
// RUN: mkdir -p %t && %gputile --output-dir=%t --dump-json=%t/out.json %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 --args 7 40 60 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 --check-text=on %s -- -O1 --args 12 40 270 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse %s -- -O1 --args 1 9 11 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --scheme=stream --tile=3 %s -- -O1 --args 8 31 33 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --scheme=wavefront %s -- -O1 --args 8 31 33 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 6 regions equal bit for bit
// JSON: "planes": [
// JSON-NEXT: "A"
#include <stdio.h>
#include <stdlib.h>

static void plane(int T, int n, int m, float A[2][n][m]) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme stream (model),
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: planes of 'A' as arrays
#pragma gpu_tile
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[(t + 1) % 2][i][j] = (A[t % 2][i - 1][j] + A[t % 2][i + 1][j] + A[t % 2][i][j - 1] + A[t % 2][i][j + 1]) * 0.25f;
}

// From another iteration on, the value of which is used, too.
static void line(int T, int n, double (*restrict A)[n]) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme stream (model),
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: planes of 'A' as arrays
#pragma gpu_tile
  for (int t = 1; t <= T; t++)
    for (int i = 1; i < n - 1; i++)
      A[t % 2][i] = (A[(t - 1) % 2][i - 1] + A[(t - 1) % 2][i + 1]) * 0.5 + t;
}

// The wave equation: of three planes, two are read.
static void wave(int T, int n, int m, double A[3][n][m]) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme stream (model),
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: planes of 'A' as arrays
#pragma gpu_tile
  for (int t = 1; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[(t + 1) % 3][i][j] = 1.5 * A[t % 3][i][j] - A[(t + 2) % 3][i][j] +
                               0.125 * (A[t % 3][i - 1][j] + A[t % 3][i + 1][j] + A[t % 3][i][j - 1] + A[t % 3][i][j + 1]);
}

// The same in two: the plane that is written holds the older values.
static void waveInPlace(int T, int n, int m, float A[2][n][m], float B[n][m]) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme stream (model),
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: planes of 'A' as arrays
#pragma gpu_tile
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[(t + 1) & 1][i][j] = 1.5f * A[t & 1][i][j] - A[(t + 1) & 1][i][j] + B[i][j] * (A[t & 1][i - 1][j] + A[t & 1][i + 1][j]);
}

// Three dimensions, with sizes in the program.
#define N 24
static float cube[2][N][N][N];
static void solid(int T) {
// CHECK: [[#@LINE+1]]:9: note: rewritten before scheduling: planes of 'cube' as arrays
#pragma gpu_tile scheme(stream)
  for (int t = 0; t < T; t++)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++)
          cube[(t + 1) % 2][i][j][k] = (cube[t % 2][i - 1][j][k] + cube[t % 2][i + 1][j][k] + cube[t % 2][i][j - 1][k] +
                                        cube[t % 2][i][j + 1][k] + cube[t % 2][i][j][k - 1] + cube[t % 2][i][j][k + 1]) / 6;
}

// In place: planes do not make this a stream.
static void solver(int T, int n, int m, float A[2][n][m]) {
// CHECK: [[#@LINE+2]]:9: remark: {{.*}}scheme wavefront (model), fuse depth (model), 1 kernel [
// CHECK: [[#@LINE+1]]:9: note: kernel 'planes_solver
#pragma gpu_tile
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[(t + 1) % 2][i][j] = (A[(t + 1) % 2][i - 1][j] + A[t % 2][i + 1][j] + A[(t + 1) % 2][i][j - 1] + A[t % 2][i][j + 1]) * 0.25f;
}

static void fill(float *a, size_t count) {
  for (size_t k = 0; k < count; k++)
    a[k] = (float)(k * 7919 % 1009) / 64;
}

int main(int argc, char **argv) {
  int T = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
  size_t cells = (size_t)n * m;
  float *A = malloc(2 * cells * sizeof *A), *B = malloc(cells * sizeof *B);
  double *D = malloc(3 * cells * sizeof *D);
  fill(A, 2 * cells);
  fill(B, cells);
  fill(&cube[0][0][0][0], sizeof cube / sizeof(float));
  for (size_t k = 0; k < 3 * cells; k++)
    D[k] = (double)(k * 104729 % 997) / 256;
  plane(T, n, m, (float (*)[n][m])A);
  line(T, m, (double (*)[m])D);
  wave(T, n, m, (double (*)[n][m])D);
  waveInPlace(T, n, m, (float (*)[n][m])A, (float (*)[m])B);
  solid(T);
  solver(T, n, m, (float (*)[n][m])A);
  float sum = 0;
  for (size_t k = 0; k < 2 * cells; k++)
    sum += A[k];
  for (size_t k = 0; k < 3 * cells; k++)
    sum += (float)D[k];
  printf("%a %a\n", sum, cube[T % 2][3][4][5]);
  free(A), free(B), free(D);
  return 0;
}
