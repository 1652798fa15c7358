// Eliminations and triangular solvers are tiled in time: one launch with flags, without a barrier of the grid for each step.
// RUN: %gputile_run --backend=cpu --check --race --remarks=on %s -- -O1 --args 70 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=random:5 --remarks=on %s -- -O1 --args 97 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --order=reverse --remarks=on %s -- -O1 --args 1 2> %t.err
// RUN: FileCheck %s < %t.err
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 70

// By rows, as in textbooks: each element waits for all on its left.
static void cholesky(int n, double A[n][n]) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}} scheme wavefront (model), {{.*}} 1 kernel [
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}} launch flags
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
  }
}

// By steps, with constant sizes.
static float B[N][N];
static void lu(void) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}} scheme wavefront (model),
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}} launch flags
#pragma gpu_tile
  for (int k = 0; k < N; k++) {
    for (int i = k + 1; i < N; i++)
      B[i][k] = B[i][k] / B[k][k];
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++)
        B[i][j] = B[i][j] - B[i][k] * B[k][j];
  }
}

static void forward(int n, double L[n][n], double *restrict x, const double *restrict b) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}} scheme wavefront (model),
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}} launch flags
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] /= L[i][i];
  }
}

// From the last row to the first, with the transposed matrix; the row that is computed last is needed last.
static void backward(int n, double L[n][n], double *restrict x) {
// CHECK: :[[#@LINE+2]]:9: remark: {{.*}} scheme wavefront (model),
// CHECK: :[[#@LINE+1]]:9: note: kernel {{.*}} launch flags
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--) {
    for (int j = n - 1; j > i; j--)
      x[i] -= L[j][i] * x[j];
    x[i] /= L[i][i];
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 50;
  double (*A)[n] = malloc(sizeof(double[n][n])), *x = malloc(n * sizeof *x), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      A[i][j] = i == j ? 2.0 * n : (i * j % 7) / 8.0 + 0.25;
    b[i] = i % 11 - 4.5;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      B[i][j] = i == j ? 90 : (i * 3 + j * 5) % 13 / 4.0f - 1;
  cholesky(n, A);
  lu();
  forward(n, A, x, b);
  backward(n, A, x);
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      sum += A[i][j] * (1 + (i + j) % 3);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += B[i][j] * (1 + (i + 2 * j) % 5);
  for (int i = 0; i < n; i++)
    sum += x[i];
  printf("%a\n", sum);
  free(A);
  free(x);
  free(b);
  return 0;
}
