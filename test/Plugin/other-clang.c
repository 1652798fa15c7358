// In another release of Clang the plugin ends the compilation before it touches
// anything, also for files without a region.
// REQUIRES: clang-14
// RUN: rm -f %t.o && not clang-14 -fplugin=%plugin -c %s -o %t.o 2>&1 | grep -E 'built for clang %llvm_major[.]|undefined symbol'
// RUN: not clang-14 -fplugin=%plugin -DMARKED -c %s -o %t.o 2>&1 | grep -E 'built for clang %llvm_major[.]|undefined symbol'
// RUN: not ls %t.o
void f(int n, int *A) {
#ifdef MARKED
#pragma gpu_tile
#endif
  for (int i = 0; i < n; i++)
    A[i] = i;
}
