// RUN: mkdir -p %t && %gputile --output-dir=%t --remarks=on %s -- > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=CUDA %s < %t/temporaries.gputile.cu
// A temporary of one iteration takes no second kernel and no memory.
// CUDA-NOT: double *{{.*}}xi
// CUDA-NOT: double *{{.*}}uu
// CUDA: double uu;
extern double dx;
void body(int n, double A[restrict 100][100], double B[restrict 100][100], double C[restrict 100][100]) {
  int i, j;
  double uu, vv;
  // CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}} 1 kernel [
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      uu = A[i][j];
      vv = uu * uu;
      B[i][j] = vv + uu;
      C[i][j] = vv - uu;
    }
}
void inward(int n, double A[restrict 100][100]) {
  int i, j;
  double xi;
  // CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}} 1 kernel [
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    xi = i * dx;
    for (j = 0; j < n; j++)
      A[i][j] += xi;
  }
}
