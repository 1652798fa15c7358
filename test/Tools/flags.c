// -Wgpu-tile and its relatives work after `--`, in any place, and Clang does not
// call them unknown.
// RUN: %gputile %s -- -Wgpu-tile -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile %s -- -Wno-gpu-tile -Wgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile --warnings=on %s -- 2>&1 | FileCheck %s
// RUN: %gputile -q %s -- -Wno-gpu-tile 2>&1 | count 0
// RUN: %gputile -q %s -- -w 2>&1 | count 0
// RUN: %gputile -q --warnings=off %s -- 2>&1 | count 0
// RUN: %status 1 %gputile %s -- -Werror=gpu-tile 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %status 1 %gputile %s -- -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %status 1 %gputile --warnings=error %s -- 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %gputile %s -- -Werror -Wno-error=gpu-tile 2>&1 | FileCheck %s
// The plugin:
// RUN: %clang -fplugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -Wno-gpu-tile -Wno-unknown-warning-option -c %s -o %t.o 2>&1 | count 0
// RUN: %clang -fplugin=%plugin -fplugin-arg-gputile-warnings=off -c %s -o %t.o 2>&1 | count 0
// RUN: rm -f %t2.o
// RUN: %status 1 %clang -fplugin=%plugin -Werror -c %s -o %t2.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %status 1 %clang -fplugin=%plugin -fplugin-arg-gputile-warnings=error -c %s -o %t2.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not ls %t2.o
// CHECK-NOT: unknown
// CHECK: warning: {{.*}} [scheme-not-applicable] [-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
// ERROR-NOT: unknown
// ERROR: error: {{.*}} [scheme-not-applicable] [-Werror,-{{Wgpu-tile|fplugin-arg-gputile-warnings}}]
void f(int n, double *restrict A) {
#pragma gpu_tile scheme(wavefront)
  for (int i = 0; i < n; i++)
    A[i] = 0;
}
