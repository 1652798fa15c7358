// Messages, files and JSON do not depend on how many regions are transformed at the same
// time, though the first ones take the longest.
// RUN: rm -rf %t && mkdir -p %t/jobs1 %t/jobs4 && cd %t
// RUN: %status 1 %gputile --jobs=1 --remarks=on --output-dir=bad %s -- -DMISTAKE > bad1 2>&1
// RUN: %status 1 %gputile -j 4 --remarks=on --output-dir=bad %s -- -DMISTAKE > bad4 2>&1
// RUN: diff bad1 bad4 && FileCheck %s --check-prefixes=CHECK,BAD < bad1
// RUN: %gputile -j1 --remarks=on --dump-json=jobs1/x.json --output-dir=jobs1 %s -- > jobs1/messages 2>&1
// RUN: %gputile -j4 --remarks=on --dump-json=jobs4/x.json --output-dir=jobs4 %s -- > jobs4/messages 2>&1
// RUN: sed -i s/jobs1/jobs4/g jobs1/messages && diff -r jobs1 jobs4 && FileCheck %s < jobs4/messages
// RUN: %status 2 %gputile -j x %s -- 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: gputile: error: option '-j': invalid value 'x'; expected a number

void heat(int n, int steps, double A[n][n][n], double B[n][n][n]) {
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} remark: region runs on the GPU
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          B[i][j][k] = A[i][j][k] + A[i - 1][j][k] + A[i][j + 1][k] + A[i][j][k - 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          A[i][j][k] = B[i][j][k];
  }
}

void several(int n, double A[n], double B[n]) {
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} remark: region runs on the GPU
#pragma gpu_tile
  for (int i = 0; i < n; i++)
// A region in a region whose outcome must be known first.
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} [nested-region]
#pragma gpu_tile
    for (int j = 0; j < 1; j++)
      A[i] = B[i] + 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} [jump-in-region]
    if (A[i] > 3) break;
// The one around it stays on the CPU.
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} remark: region runs on the GPU
#pragma gpu_tile
    for (int j = 0; j < n; j++)
      B[j] = A[j];
  }
#ifdef MISTAKE
// BAD: jobs.c:[[#@LINE+1]]:{{.*}} error: {{.*}} [unknown-clause]
#pragma gpu_tile colour(red)
  for (int i = 0; i < n; i++)
    A[i] = 3;
#endif
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} remark: region runs on the GPU
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = B[i] + 2;
// CHECK: jobs.c:[[#@LINE+2]]:{{.*}} [clause-without-effect]
// CHECK: jobs.c:[[#@LINE+1]]:{{.*}} remark: region runs on the GPU
#pragma gpu_tile balance(on) scheme(parallel)
  for (int i = 0; i < n; i++)
    A[i] = B[i] + 2;
}
