// Hints for compilers stay with the loop, above and below the pragma.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -O1 > %t/messages 2>&1
// RUN: FileCheck %s --check-prefix=ALL < %t/messages
// RUN: FileCheck %s < %t/loop-hints.gputile.c
// RUN: %clang -std=c11 -fsyntax-only -Werror=ignored-pragmas -Werror=unknown-pragmas -I%t %t/loop-hints.gputile.c
// ALL-NOT: warning
// ALL: 6 of 6 regions run on the GPU
#define LOOP for (int i = 0; i < n; i++)
void f(int n, double *restrict a, double *restrict b) {
#pragma unroll
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[i] = b[i];
// CHECK: {{^}}{ /* gputile: {{.*}}loop-hints.c:[[#@LINE-3]] */
// CHECK: if (gputile_{{.*}} == 0) { }
// CHECK-NEXT: else
// CHECK-NEXT: #line [[#@LINE-7]] "
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: #line [[#@LINE-7]] "
// CHECK-NEXT: for (int i = 0; i < n; i++)
// CHECK-NEXT: a[i] = b[i]; }
  #  pragma clang loop vectorize(disable)
  // And:

#pragma nounroll
#pragma gpu_tile if(n > 10)
  for (int i = 0; i < n; i++)
    a[i] -= b[i];
// CHECK: {{^}}  { /* gputile
// CHECK: {{^}}  else
// CHECK-NEXT: {{^}}#line [[#@LINE-9]] "
// CHECK-NEXT: #  pragma clang loop vectorize(disable)
// CHECK: {{^}}#pragma nounroll
// CHECK-NEXT: #line
// CHECK-NEXT: for (int i = 0; i < n; i++)
#pragma gpu_tile
#pragma unroll(4)
  for (int i = 0; i < n; i++)
    a[i] -= 2 * b[i];
// CHECK: {{^}}{ /* gputile
// CHECK: {{^}}  else
// CHECK-NEXT: {{^}}#line
// CHECK-NEXT: {{^}}#pragma unroll(4)
#pragma GCC unroll 3
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    a[i] -= 2 * b[i];
#pragma unroll 2
    for (int k = 0; k < 4; k++)
      a[i] += k;
  }
// CHECK: {{^}}  else
// CHECK-NEXT: {{^}}#line
// CHECK-NEXT: {{^}}#pragma GCC unroll 3
  if (n > 3)
#pragma unroll
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      a[i] += b[i];
// CHECK: {{^}}  if (n > 3)
// CHECK-NEXT: {{^}}{ /* gputile
// CHECK: {{^}}#pragma unroll
#pragma unroll
#pragma gpu_tile
  LOOP a[i] += 3;
// CHECK: {{^}}#pragma unroll
// CHECK-NEXT: {{^}}#line
// CHECK-NEXT: LOOP a[i] += 3; }
}
