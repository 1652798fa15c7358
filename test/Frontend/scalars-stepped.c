// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// Integer scalars that are changed step by step, and what is said where their values are not known.
void blocks(int n, int m, int offset, float *a) {
  int c, i, j;
  // CHECK-DAG: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (c = 0; c < m; c++) {
    int row = offset, column = offset;
    column += 16 * (c + 1);
    for (i = 0; i < 16; i++)
      for (j = 0; j < 16; j++)
        a[(row + i) * n + column + j] *= 2;
  }
}
static int dims[3];
static double A[90][90];
void place(int n) {
  int i, j;
  // CHECK-DAG: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (j = 0; j < n; j++) {
    for (i = 0; i < dims[0]; i++)
      A[i][j] = 1;
    i = dims[0] - 3;
    A[i][j] = 5;
  }
}
// CHECK-DAG: :[[#@LINE+1]]:55: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
void data(int n, int *restrict next, double *restrict x, double *restrict y) {
  int i, k;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = next[i];
    if (k >= 0)
      y[i] = x[k];
  }
}
void scatter(int n, int *restrict next, double *restrict x, double *restrict y) {
  int i, k;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = next[i];
    // CHECK-DAG: :[[#@LINE+1]]:5: warning: region left on the CPU: write to 'x' through a subscript that is not affine
    x[k] = y[i];
  }
}
void misfit(int n, int m, int *restrict north, double *restrict x, double *restrict y) {
  int i, j, k;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      k = i * m + j;
      north[i] = 0;
      // CHECK-DAG: :[[#@LINE+1]]:21: warning: region left on the CPU: the size of 'x' is not known, and it is accessed through a subscript that is not affine
      y[k] = x[k] + x[north[i] * m + j];
    }
}
void random_numbers(int n, double *restrict x) {
  unsigned k = 1;
  // CHECK-DAG: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    k *= 69069;
    x[i] += k;
  }
}
