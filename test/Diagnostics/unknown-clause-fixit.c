// RUN: %status 1 %clang -fplugin=%plugin -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s
void f(int n, double *A) {
// CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:31-[[#@LINE+1]]:36}:"block"
#pragma gpu_tile tile(32, 32) blokc(32)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:25-[[#@LINE+1]]:29}:"h100"
#pragma gpu_tile device(H100)
  for (int i = 0; i < n; i++)
    A[i] = 0;
// A device with nearly the same name is another one.
// CHECK-NOT: fix-it
#pragma gpu_tile device(h10)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
