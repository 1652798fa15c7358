// A pragma marks the for statement or block right after it, wherever a statement
// can stand.
// RUN: rm -rf %t && mkdir -p %t && not %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: ls %t | count 0

void g(int n, double *restrict A) {
  if (n)
// CHECK: :[[#@LINE+1]]:9: remark:
#pragma gpu_tile
    // a comment, and another pragma in between
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
      A[i] = 1;
  else
// CHECK: :[[#@LINE+1]]:9: remark:
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      A[i] = 2;
  }
label:
// CHECK: :[[#@LINE+1]]:9: remark:
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 3;

// CHECK: :[[#@LINE+1]]:9: error: '#pragma gpu_tile' must stand before a for statement or a block of statements [not-a-loop]
#pragma gpu_tile
  switch (n) case 1: n--;
// CHECK: :[[#@LINE-1]]:3: note: what follows the pragma is here
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
  int k = 0;
// CHECK: :[[#@LINE-1]]:3: note: what follows the pragma is here
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
  label2: for (k = 0; k < n; k++) A[k] = 1;
  if (n > 2) A[0] = 1;
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
  else for (int i = 0; i < n; i++) A[i] = 1;
  do {
    A[0]++;
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
  } while (0);
  for (int i = 0; i < n; i++) A[i] = 1;
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
}
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
void h(int n, double *A)
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
{
  A[n] = 1;
}
// CHECK: :[[#@LINE+1]]:9: error: {{.*}} [not-a-loop]
#pragma gpu_tile
