// An option stands for all regions: one that fails with it goes without, and says so. A clause is
// for its region, which fails with it.
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t --scheme=split %s -- -Rgpu-tile 2>&1 | FileCheck %s
// CHECK: :21:9: remark: region runs on the GPU: scheme split (option)
// CHECK: :32:9: warning: option 'scheme=split' is left out for this region: scheme 'split' cannot be used here ({{.*}}) [option-left-out] [-Wgpu-tile]
// CHECK: :32:9: remark: region runs on the GPU: scheme parallel (model)
// CHECK: :40:{{.*}}: warning: region left on the CPU: scheme 'split' cannot be used here
// CHECK: gputile: 2 of 3 regions
// The other options stay, unless the region fails with them, too.
// RUN: %gputile --output-dir=%t --scheme=split --tile=8 --fuse=min %s -- -Rgpu-tile -DFEW 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: warning: option 'scheme=split' is left out for this region
// FEW: remark: region runs on the GPU: scheme parallel (model), fuse min (option),
// FEW: note: kernel {{.*}}: tile 8{{.*}} (option)
// A region that fails in any case says why as if there were no options that may be left out.
// RUN: %gputile --output-dir=%t --scheme=split %s -- -DSERIAL 2>&1 | FileCheck %s --check-prefix=SERIAL
// SERIAL-NOT: [option-left-out]
// SERIAL: warning: region left on the CPU: scheme 'split' cannot be used here
// SERIAL: gputile: 0 of 1 region
#if !defined(FEW) && !defined(SERIAL)
void stencil(int T, int n, double A[restrict 100], double B[restrict 100]) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
}
#endif
#ifndef SERIAL
void twice(int n, double A[restrict 100][100], double x[restrict 100]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += A[i][j];
}
#endif
#if !defined(FEW) && !defined(SERIAL)
void clause(int n, double A[restrict 100][100], double x[restrict 100]) {
#pragma gpu_tile scheme(split)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += A[i][j];
}
#endif
#ifdef SERIAL
void serial(int n, double x[restrict 100]) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    x[i] = x[i] + x[i - 1] * x[n - i];
}
#endif
