// RUN: mkdir -p %t && %gputile --output-dir=%t --fuse=min %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile --output-dir=%t --remarks=on %s -- 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %gputile --quiet --output-dir=%t %s -- 2>&1 | count 0
void f(int n, double A[n][n]) {
// A short remark, a note for each kernel, for what is copied and for what is tested: all at the pragma, which is shown once.
// CHECK: :[[#@LINE+7]]:9: remark: region runs on the GPU: scheme parallel (model), fuse min (option), 1 kernel [region-transformed] [-Rgpu-tile]
// CHECK-NEXT: #pragma gpu_tile
// CHECK-NEXT: ^
// CHECK-NEXT: :[[#@LINE+4]]:9: note: kernel '{{.*}}_f_{{[0-9]+}}_k0': tile 16x32 (clause), block {{.*}} (model), 0 bytes of shared memory
// CHECK-NEXT: :[[#@LINE+3]]:9: note: copied to the device: nothing; copied back: 'A'
// CHECK-NEXT: :[[#@LINE+2]]:9: note: the original loops run unless the inner subscripts of 'A' stay within its rows{{$}}
// REMARK: :[[#@LINE+1]]:9: remark: region runs on the GPU: scheme parallel (model), fuse depth (model), 1 kernel [
#pragma gpu_tile tile(16, 32)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 0;
}
