// Numbers that 64 bits do not hold are not printed into code.
// RUN: %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %clang -fplugin=%plugin -c -o %t.o %s 2>&1 | FileCheck %s --implicit-check-not=warning:
void step(double *A, long n) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:3: warning: region left on the CPU: its code would compute with {{[0-9]+}}, for which 64 bits are not enough; use smaller steps and bounds [number-too-large] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
  for (long i = 0; i < n; i += 4611686018427387904L)
    A[i / 4611686018427387904L] = i;
}
void sum(double *A, long n) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:3: warning: region left on the CPU: its code would compute with numbers beyond 2^62, for which 64 bits are not enough; {{.*}} [number-too-large]
  for (long i = 0; i < n; i += 9007199254740992L)
    A[i / 9007199254740992L] = i;
}
