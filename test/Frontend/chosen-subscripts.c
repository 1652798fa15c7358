// Subscripts with values that are not known one by one are refused where they are written, and looked for where they are read.
// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- > %t.out 2>&1
// RUN: FileCheck %s < %t.out
void chosen(int n, double *restrict x, const double *restrict y, const int *c) {
  int k;
  // CHECK-DAG: :[[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}} 1 kernel [
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    if (c[i] > 0)
      k = i;
    else
      k = i - 1;
    x[i] = y[k];
  }
}
void not_always(int n, double *restrict x, const double *restrict y, const int *c) {
  int k = 0;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    // CHECK-DAG: :[[#@LINE+2]]:9: note: an assignment to 'k', which the subscript depends on, is here
    if (c[i] > 0)
      k = i;
    // CHECK-DAG: :[[#@LINE+1]]:12: warning: region left on the CPU: the size of 'y' is not known, and it is accessed through a subscript that is not affine
    x[i] = y[k];
  }
}
void before(int n, double *restrict x, const double *restrict y, const int *c) {
  int k = 0;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    // CHECK-DAG: :[[#@LINE+1]]:12: warning: region left on the CPU: the size of 'y' is not known, and it is accessed through a subscript that is not affine
    x[i] = y[k];
    if (c[i] > 0)
      k = i;
    else
      k = i - 1;
  }
}
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'y'
void not_affine(int n, double *restrict x, const double *restrict y, const int *c) {
  int k;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    if (c[i] > 0)
      k = i;
    else
      k = c[i];
    x[i] = y[k];
  }
}
// CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'y'
void in_a_loop(int n, double *restrict x, const double *restrict y, const int *c) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    int k = i;
    for (int j = 0; j < c[i]; j++) {
      x[i] += y[k];
      k = k * 2;
    }
  }
}
int *exposed(int n, double *restrict x, const double *restrict y, int *c) {
  static int k;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    if (c[i] > 0)
      k = i;
    else
      k = i - 1;
    c[i] = 2;
    // CHECK-DAG: :[[#@LINE+1]]:12: warning: region left on the CPU: the size of 'y' is not known, and it is accessed through a subscript that is not affine
    x[i] = y[k];
  }
  return &k;
}
// CHECK-DAG: :[[#@LINE+1]]:38: warning: 'y' is accessed only where data says so, and its extent is not known
void bound(int n, double *x, double *y, const int *c) {
  int k;
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    if (c[i] > 0)
      k = i;
    else
      k = i - 1;
    x[i] = y[k];
  }
}
