// In another release of Clang the plugin ends the compilation before it touches
// anything, also for files without a region.
// REQUIRES: clang-14
// RUN: rm -f %t.o && not clang-14 -fplugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not clang-14 -fplugin=%plugin -DMARKED -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not ls %t.o
// CHECK: {{built for clang 19|undefined symbol}}
void f(int n, int *A) {
#ifdef MARKED
#pragma gpu_tile
#endif
  for (int i = 0; i < n; i++)
    A[i] = i;
}
