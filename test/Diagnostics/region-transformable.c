// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -Rgpu-tile -Wno-unknown-warning-option -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -c %s -o %t.o 2>&1 | count 0
void f(int n, double A[n][n]) {
// CHECK: :[[#@LINE+1]]:9: remark: region can run on the GPU: {{.*}}; the command 'gputile' generates the code [region-transformable] [-Rgpu-tile]
#pragma gpu_tile tile(16, 32)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}
