// A block fits the deepest loops; for others it is cut down, and the remark says so.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
void f(int n, double A[n][n], double B[n]) {
// CHECK: :[[#@LINE+3]]:9: remark: {{.*}}, 2 kernels [
// CHECK: :[[#@LINE+2]]:9: note: kernel '{{.*}}_k0': tile 8x32 (clause), block 32x4 (clause), {{[0-9]+}} bytes
// CHECK-NEXT: :[[#@LINE+1]]:9: note: kernel '{{.*}}_k1': tile 8 (clause), block 8 (clause, cut to these loops), 0 bytes
#pragma gpu_tile tile(8, 32) block(32, 4)
  {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[i][j] = i;
    for (int i = 0; i < n; i++)
      B[i] = A[i][0] + A[0][i];
  }
}
