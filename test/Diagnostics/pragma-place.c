// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
#define LATE_MARK n++; _Pragma("gpu_tile")
#define TWO_MARKS _Pragma("gpu_tile") FOR(i, n) A[i] = 0; _Pragma("gpu_tile") FOR(i, n) A[i] = 1
#define FOR(i, n) for (int i = 0; i < n; i++)
#define SKIPPED(i, n) _Pragma("nounroll") for (int i = 0; i < n; i++)
#define TWO(i, n) FOR(i, n) { A[i] = 0; } n++;
#define STORE(i) A[i] = 0
#define STORE_ALL(i) A[i] = 0;
#include "Inputs/region.h"
// CHECK: region.h:2:9: warning: region left on the CPU: the pragma is in an included file; move it into the text of the source file [pragma-place] [-Wgpu-tile]
void f(int n, double *restrict A) {
// CHECK: :[[#@LINE+1]]:3: warning: region left on the CPU: other text of a macro stands before the pragma; {{.*}} [pragma-place]
  LATE_MARK for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:3: warning: region left on the CPU: other text of a macro stands before the pragma; {{.*}} [pragma-place]
  TWO_MARKS;
// CHECK-NOT: [pragma-place]
#pragma gpu_tile
  FOR(i, n) A[i] = 0;
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: its loop or block begins within a macro; {{.*}} [pragma-place]
#pragma gpu_tile
  SKIPPED(i, n) A[i] = 0;
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: its loop or block ends in a macro; {{.*}} [pragma-place]
#pragma gpu_tile
  TWO(i, n)
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: its loop or block ends in a macro; {{.*}} [pragma-place]
#pragma gpu_tile
  for (int i = 0; i < n; i++) STORE_ALL(i)
// CHECK-NOT: [pragma-place]
#pragma gpu_tile
  for (int i = 0; i < n; i++) STORE(i);
}
