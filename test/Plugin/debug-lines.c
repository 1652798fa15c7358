// Debug information names the user's file and lines, also after a region.
// RUN: %clang -fplugin=%plugin -g -S -emit-llvm %s -o - | FileCheck %s
// CHECK: distinct !DICompileUnit(language: DW_LANG_C11, file: ![[FILE:[0-9]+]]
// CHECK: ![[FILE]] = !DIFile(filename: "{{.*}}debug-lines.c"
// CHECK: DISubprogram(name: "after", {{.*}}line: [[#@LINE+6]],
void f(int n, double *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = A[i] * 2;
}
int after(void) { return __LINE__; }
_Static_assert(__LINE__ == 12, "lines are counted as in the original");
