// The user's diagnostics and gputile's appear once each, at the original places, and
// errors end the compilation without an object.
// RUN: rm -f %t.o
// RUN: %clang -fplugin=%plugin -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=CALL
// CALL: gputile_rt_begin
// RUN: not %clang -fplugin=%plugin -Wall -Werror -c %s -o %t.werror.o 2> %t.errors
// RUN: grep -c "error: region left on the CPU" %t.errors | grep -x 1
// RUN: grep -c "error: unused variable" %t.errors | grep -x 1
// RUN: not ls %t.werror.o
// RUN: %clang -fplugin=%plugin -Werror -fplugin-arg-gputile-warnings=off -c %s -o %t.o 2>&1 | count 0
// RUN: not %clang -fplugin=%plugin -DBAD_CLAUSE -c %s -o %t.clause.o 2>&1 | FileCheck %s --check-prefix=CLAUSE
// RUN: not ls %t.clause.o
// RUN: not %clang -fplugin=%plugin -DBAD_CODE -c %s -o %t.code.o 2>&1 | FileCheck %s --check-prefix=CODE --implicit-check-not=error:
// RUN: not %clang -fplugin=%plugin -fplugin-arg-gputile-tile=x -c %s -o %t.option.o 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: option '-fplugin-arg-gputile-tile'
int f(int n, float *A) {
  // CHECK-DAG: [[#@LINE+1]]:7: warning: unused variable 'unused'
  int unused;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK-DAG: [[#@LINE+2]]:7: warning: region left on the CPU: 'break' leaves the loop early [jump-in-region] [-fplugin-arg-gputile-warnings]
    if (A[i] > 3)
      break;
    A[i] = 0;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
#ifdef BAD_CLAUSE
// CLAUSE: [[#@LINE+1]]:18: error: unknown clause
#pragma gpu_tile tyle(3)
  for (int i = 0; i < n; i++)
    A[i] = 0;
#endif
#ifdef BAD_CODE
  // CODE: [[#@LINE+1]]:3: error: use of undeclared identifier 'nowhere'
  nowhere = 3;
#endif
  return 0;
}
