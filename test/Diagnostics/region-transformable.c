// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -Rgpu-tile -Wno-unknown-warning-option -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -fsyntax-only %s 2>&1 | count 0
void f(int n, double A[n][n]) {
// CHECK: :[[#@LINE+1]]:9: remark: region can run on the GPU: {{.*}}; compile it with the plugin or the command 'gputile' [region-transformable] [-fplugin-arg-gputile-remarks]
#pragma gpu_tile tile(16, 32)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}
