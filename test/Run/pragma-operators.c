// Regions that the operator _Pragma marks, in the text and in macros that also make the loop.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -fopenmp-simd 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-remarks=on -Werror=unknown-pragmas -std=c11 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PLUGIN
// PLUGIN-COUNT-11: remark: region runs on the GPU
// PLUGIN: remark: arrays stay on the device between the regions of this block: B
// CHECK: gputile-run: SAME: 11 regions equal bit for bit, same output
#include <stdio.h>
#define MARK _Pragma("gpu_tile")
#define DIRECTIVE(text) _Pragma(#text)
#define MARK_FOR(i, n) MARK for (int i = 0; i < (n); i++)
#define CLAUSES DIRECTIVE(gpu_tile if(n > 3) block(32))
#define INCREASE(a, n) _Pragma("gpu_tile") for (int i = 0; i < (n); i++) a[i] += 1
#define SHARED _Pragma("gpu_tile") _Pragma("omp simd")
#define SAME(text) text
#define KEEP(a) DIRECTIVE(gpu_tile data(copy: a))
static double A[50][50], B[50];
int main(void) {
  int n = 50;
  { MARK for (int i = 0; i < 50; i++) B[i] = i; }
  _Pragma("gpu_tile tile(16)") for (int i = 0; i < 50; i++) B[i] *= 1.5;
  MARK_FOR(i, 50) for (int j = 0; j < 40; j++) A[i][j] = i + B[j];
  if (B[3] > 1) MARK_FOR(i, 50) { B[i] += 2; } else B[0] = 0;
  CLAUSES for (int i = 0; i < n; i++) B[i] += A[i][3];
  INCREASE(B, 50);
  SHARED for (int i = 0; i < 50; i++) B[i] -= .25;
  SAME(MARK_FOR(i, 50) { B[i] += 3; })
  DIRECTIVE(gpu_tile) { for (int i = 0; i < 50; i++) B[i] += A[3][i]; }
  KEEP(B) {
    MARK for (int i = 0; i < 50; i++) B[i] *= 1.25;
    MARK for (int i = 0; i < 50; i++) B[i] += 7;
  }
  double sum = 0;
  for (int i = 0; i < 50; i++) sum = sum * .99 + B[i] + A[i][i];
  printf("%.17g\n", sum);
}
