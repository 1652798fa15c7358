// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck --check-prefix=HOST %s < %t/clause-side-effect.gputile.c
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -c -o %t.o %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// The side effects of conditions would be seen in the output.
// RUN: %gputile_run --check %s --
#include <stdio.h>
double z[100];
int count(int n);
int known(int n) __attribute__((pure));
static inline int isLarge(int n) { return n > 10; }
static inline int isLargeToo(int n) { return isLarge(n) && isLarge(n + 1); }
static inline int counting(int n) { static int calls; return calls++ > n; }
static int endless(int n) { return endless(n + 1); }
#define MINUS -1
#define MINUS_N -n
void f(int n, double *restrict A, volatile int *v, const float *p) {
// CHECK: :[[#@LINE+1]]:21: warning: region left on the CPU: 'n = 5' in clause 'if' may have side effects, which the program without the pragma does not have; evaluate it before the pragma [clause-side-effect] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
#pragma gpu_tile if(n = 5)
  for (int i = 0; i < n; i++) A[i] = 2;
// CHECK: :[[#@LINE+1]]:33: warning: {{.*}} 'n++' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(A[0] > 0 || n++ < 4)
  for (int i = 0; i < n; i++) A[i] = 2;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 'count(n)' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(known(n) && count(n))
  for (int i = 0; i < n; i++) A[i] = 2;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 'counting(n)' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(counting(n))
  for (int i = 0; i < n; i++) A[i] = 2;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 'endless(n)' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(n > 100000 && endless(n))
  for (int i = 0; i < n; i++) A[i] = 2;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} '*v' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(*v > 0)
  for (int i = 0; i < n; i++) A[i] = 2;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 'sizeof(int[n++])' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(sizeof(int[n++]) > 3)
  for (int i = 0; i < n; i++) A[i] = 2;
// These are evaluated as C does.
// CHECK-COUNT-3: remark: region runs on the GPU
// HOST: ((known(n) && isLarge(n) && isLargeToo(2)) ? 1 : 0)
#pragma gpu_tile if(known(n) && isLarge(n) && isLargeToo(2))
  for (int i = 0; i < n; i++) A[i] = 2;
// HOST: ((p || sizeof(n++) == 1) ? 1 : 0)
#pragma gpu_tile if(p || sizeof(n++) == 1)
  for (int i = 0; i < n; i++) A[i] = 2;
// Tokens of macros do not grow together.
// HOST: ((n > - -1 && - -n > 0 && A[0] + 1.5f > 0) ? 1 : 0)
#pragma gpu_tile if(n > -MINUS && -MINUS_N > 0 && A[0] + 1.5f > 0)
  for (int i = 0; i < n; i++) A[i] = 2;
}
int known(int n) { return n > 4; }
int count(int n) {
  static int calls;
  calls += n;
  return calls > 4;
}
int main(void) {
  int v = 1;
  float p = 0;
  f(20, z, &v, &p);
  printf("%g %g\n", z[0], z[19]);
}
