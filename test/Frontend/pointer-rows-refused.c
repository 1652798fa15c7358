// Rows behind pointers that cannot be found before the region.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+1]]:30: warning: 'a' is accessed only where data says so, and its extent is not known
void chosen_by_data(double **a, const double *x, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      for (int j = 0; j < n; j++)
        a[i][j] = 0;
}
void length_from_data(double **a, const int *length, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: write to 'a' through a subscript that is not affine
      a[i][j] = 0;
}
void pointer_is_written(double **a, double *x, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: type 'double *' has no equivalent on the GPU
    a[i] = x + i;
    a[i][0] = 1;
  }
}
void table_moves(double **a, double **b, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[0][i] = 1;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'a' is used in a way that cannot be followed (it is changed inside the region)
    a = b;
  }
}
void row_as_a_value(double **a, double **b, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: type 'double *' has no equivalent on the GPU
    a[i] = b[i];
}
void row_of_arrays(double (**a)[8], int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'a' is used in a way that cannot be followed (its rows consist of arrays)
    a[i][i][3] = 0;
}
void matrix_of_pointers(int n) {
  extern double *a[8][8];
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'a' is used in a way that cannot be followed (it holds pointers)
    a[i][0][i] = 0;
}
void index_array(double **a, const int *index, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: write to 'a' through a subscript that is not affine
    a[index[i]][i] = i;
}
void volatile_rows(double *volatile *a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: {{.*}}volatile
    a[i][i] = 0;
}
