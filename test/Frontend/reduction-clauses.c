// Clause reduction: what it may say, and what it lets run in parallel.
// RUN: mkdir -p %t && not %gputile --remarks=on --output-dir=%t %s -- -DERRORS 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %gputile --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: %gputile --regions=omp --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=OMP
// RUN: %gputile --remarks=on --output-dir=%t %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OPENMP
// RUN: %gputile --fp=reassociate --remarks=on --output-dir=%t %s -- 2>&1 | FileCheck %s --check-prefix=ALL
double A[1000], B[1000], s, p, m, H[4];
int count;
typedef struct { double sum; } Totals;

#ifdef ERRORS
void wrong(int n) {
// ERROR: :[[#@LINE+1]]:30: error: invalid value 's' for clause 'reduction'; expected an operator and names of variables: reduction(+: a, b) [bad-clause-value]
#pragma gpu_tile reduction(+ s)
  for (int i = 0; i < n; i++) s += A[i];
// ERROR: :[[#@LINE+1]]:28: error: invalid value '/' for clause 'reduction'
#pragma gpu_tile reduction(/: s)
  for (int i = 0; i < n; i++) s += A[i];
// ERROR: :[[#@LINE+1]]:31: error: invalid value '3' for clause 'reduction'
#pragma gpu_tile reduction(+: 3)
  for (int i = 0; i < n; i++) s += A[i];
// ERROR: :[[#@LINE+1]]:18: error: clause 'reduction' takes an operator and names of variables: reduction(+: a, b) [bad-clause-arity]
#pragma gpu_tile reduction()
  for (int i = 0; i < n; i++) s += A[i];
// ERROR: :[[#@LINE+1]]:34: error: invalid value 'nothing' for clause 'reduction'; expected the name of a variable
#pragma gpu_tile reduction(+: s, nothing)
  for (int i = 0; i < n; i++) s += A[i];
}
#endif

void right(int n, Totals *totals) {
// CHECK: :[[#@LINE+1]]:9: note: kernel '{{.*}}_k2': tile 1
#pragma gpu_tile reduction(+: s, H[0:4]) reduction(*: p)
  for (int i = 0; i < n; i++) {
    s += A[i];
    p = A[i] * p;
    H[2] -= A[i];
  }
// An integer needs no clause.
// CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}} 1 kernel [
#pragma gpu_tile reduction(max: count)
  for (int i = 0; i < n; i++)
    if (i % 7 > count) count = i % 7;
// The loop around the sum uses it.
// CHECK: :[[#@LINE+1]]:9: note: kernel '{{.*}}_k2': tile 1
#pragma gpu_tile reduction(+: s)
  for (int t = 0; t < 9; t++) {
    s = B[t];
    for (int i = 0; i < n; i++) s += A[i];
    B[t + 1] = s;
  }
}

void kept(int n, Totals *totals) {
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel under scheme 'parallel'
// ALL: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile reduction(*: s)
  for (int i = 0; i < n; i++) s += A[i];
// CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile reduction(+: p)
  for (int i = 0; i < n; i++) s += A[i];
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel
// ALL: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile reduction(min: m)
  for (int i = 0; i < n; i++) m = __builtin_fmax(m, A[i]);
// CHECK: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile reduction(max: m)
  for (int i = 0; i < n; i++) m = __builtin_fmax(m, A[i]);
// Each iteration reads the sum, and changes it otherwise.
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel
// ALL: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile reduction(+: s)
  for (int i = 0; i < n; i++) { s += A[i]; B[i] = s; }
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel
// ALL: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile reduction(+: s)
  for (int i = 0; i < n; i++) { s += A[i]; s *= 0.5; }
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel
// ALL: :[[#@LINE+1]]:9: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile reduction(+: s)
  for (int i = 0; i < n; i++) s += A[i] * s;
// CHECK: :[[#@LINE+2]]:9: warning: region left on the CPU: no loop can run in parallel
// ALL: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
  for (int i = 0; i < n; i++) totals->sum += A[i];
}

void shared(int n) {
// OMP: :[[#@LINE+1]]:1: remark: region runs on the GPU
#pragma omp parallel for reduction(+: s)
  for (int i = 0; i < n; i++) s += A[i];
// OMP: :[[#@LINE+1]]:1: warning: region left on the CPU: no loop can run in parallel
#pragma omp parallel for
  for (int i = 0; i < n; i++) s += A[i];
// OPENMP: :[[#@LINE+1]]:9: remark: region runs on the GPU
#pragma gpu_tile
#pragma omp parallel for reduction(+: s)
  for (int i = 0; i < n; i++) s += A[i];
}
