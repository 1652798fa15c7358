// What launch(auto) takes, and why: in the remark and in JSON.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %gputile --remarks=on --dump-json=%t/out.json --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json

static double X[4][1000];

void few(int T) {
// CHECK: :[[#@LINE+4]]:9: remark: {{.*}} [region-transformed]
// CHECK: :[[#@LINE+3]]:9: note: kernel {{.*}}, launch cooperative (model: launches of few blocks)
// JSON: "launch": "cooperative"
// JSON: "launchReason": "launches of few blocks"
#pragma gpu_tile scheme(parallel)
  for (int t = 1; t < T; t++)
    for (int i = 1; i < 999; i++)
      X[t % 2][i] = X[(t + 1) % 2][i - 1] + X[(t + 1) % 2][1000 - i];
}

void varying(int n, double *x, double L[n][n]) {
// CHECK: :[[#@LINE+4]]:9: remark: {{.*}} [region-transformed]
// CHECK: :[[#@LINE+3]]:9: note: kernel {{.*}}, launch cooperative (model: launches of varying size)
// JSON: "launch": "cooperative"
// JSON: "launchReason": "launches of varying size"
#pragma gpu_tile scheme(parallel)
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      x[i] = x[i] - L[i][j] * x[j];
}

void whole(int T, int n, double *restrict A, double *restrict B) {
// CHECK: :[[#@LINE+3]]:9: remark:
// JSON: "launch": "kernels"
// JSON: "launchReason": "launches of many blocks"
#pragma gpu_tile scheme(parallel)
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[n - i];
  }
}

void tiles(int T, int n, double *A) {
// CHECK: :[[#@LINE+4]]:9: remark: {{.*}} [region-transformed]
// CHECK: :[[#@LINE+3]]:9: note: kernel {{.*}}, launch flags (model: launches of varying size)
// JSON: "launch": "flags"
// JSON: "launchReason": "launches of varying size"
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < T; t++)
    for (int i = 1; i < n - 1; i++)
      A[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
}

void asked(int n, double *x, double L[n][n]) {
// CHECK: :[[#@LINE+4]]:9: remark:
// CHECK-NOT: , launch
// JSON: "launch": "kernels"
// JSON: "launchReason": "as asked for"
#pragma gpu_tile scheme(parallel) launch(kernels)
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      x[i] = x[i] - L[i][j] * x[j];
}
