// Clause deviceptr: what it takes, and regions that stay on the CPU although it says that they cannot.
// RUN: %clang -fsyntax-only -fplugin=%plugin %s -DGOOD
// RUN: not %clang -fsyntax-only -fplugin=%plugin %s -DBAD 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %status 1 %gputile --output-dir=%t %s -- -DGOOD 2>&1 | FileCheck %s --check-prefix=FILES
// RUN: not ls %t/device-pointers.gputile.cu
struct grid {
  int n;
  double *u;
};
#ifdef GOOD
void f(struct grid *g, double *v) {
  // FILES: :[[#@LINE+2]]:28: warning: region left on the CPU: clause 'deviceptr' has no effect in generated files; compile with the plugin [device-pointer-files] [-Wgpu-tile]
  // FILES: :[[#@LINE+1]]:28: error: clause 'deviceptr' needs this region on the GPU: its loops cannot access device memory [device-pointer-on-cpu]
#pragma gpu_tile deviceptr(g->u, v)
  for (int i = 0; i < g->n; i++)
    g->u[i] = v[i];
}
#endif
// Directives of OpenACC and OpenMP have such clauses, too: what they say of loops that stay as they
// are is not gputile's to refuse.
// RUN: %clang -c -fplugin=%plugin -fplugin-arg-gputile-regions=omp -fplugin-arg-gputile-output-dir=%t %s -DACC -o %t/acc.o 2>&1 | FileCheck %s --check-prefix=ACC
// RUN: FileCheck %s --check-prefix=ACC-TEXT < %t/device-pointers.gputile.c
#ifdef ACC
// ACC-TEXT: gputile_{{rt}}_device_memory(gputile_call
void acc(int n, double *x, double *y, int *at) {
#pragma acc parallel loop deviceptr(x, n) copyout(y)
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  // ACC: :[[#@LINE+1]]:37: warning: region left on the CPU: clause 'deviceptr' says that 'at' may lie
#pragma acc parallel loop deviceptr(at)
  for (int i = 0; i < n; i++)
    x[i] = y[at[i]];
}
#endif
#ifdef BAD
void names(int n, double *x, double y[100]) {
  // CHECK: :[[#@LINE+1]]:18: error: clause 'deviceptr' takes names of pointers: deviceptr(a, g->u)
#pragma gpu_tile deviceptr()
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:28: error: invalid value '3' for clause 'deviceptr'; expected names of pointers: deviceptr(a, g->u)
#pragma gpu_tile deviceptr(3)
  for (int i = 0; i < n; i++)
    x[i] = 0;
  // CHECK: :[[#@LINE+1]]:31: error: invalid value 'z' for clause 'deviceptr'; expected the name of a pointer of the region
#pragma gpu_tile deviceptr(x, z)
  for (int i = 0; i < n; i++)
    x[i] = 0;
}
double global[100];
void object(int n) {
  // CHECK: :[[#@LINE+1]]:28: error: invalid value 'global' for clause 'deviceptr'; expected the name of a pointer of the region
#pragma gpu_tile deviceptr(global)
  for (int i = 0; i < n; i++)
    global[i] = 0;
}
void gather(int n, double *x, const double *y, const int *at) {
  // CHECK: :[[#@LINE+2]]:28: warning: region left on the CPU: clause 'deviceptr' says that 'at' may lie in device memory, but the host would have to read its elements, to find which elements of others the loops access before the kernels start [device-pointer-read]
  // CHECK: :[[#@LINE+1]]:28: error: clause 'deviceptr' needs this region on the GPU: its loops cannot access device memory [device-pointer-on-cpu]
#pragma gpu_tile deviceptr(at)
  for (int i = 0; i < n; i++)
    x[i] = y[at[i]];
}
void rows(int n, double **x) {
  // CHECK: :[[#@LINE+2]]:28: warning: {{.*}} would have to read the pointers to its rows before
  // CHECK: :[[#@LINE+1]]:28: error: clause 'deviceptr' needs this region
#pragma gpu_tile deviceptr(x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i][j] = 0;
}
void bound(int n, double *x, const int *count) {
  // CHECK: :[[#@LINE+2]]:31: warning: {{.*}} would have to read '{{.*}}count{{.*}}' before
  // CHECK: :[[#@LINE+1]]:28: error: clause 'deviceptr' needs this region
#pragma gpu_tile deviceptr(x, count)
  for (int i = 0; i < count[1]; i++)
    x[i] = 0;
}
void refused(int n, double *x) {
  // CHECK: :[[#@LINE+5]]:7: warning: region left on the CPU: 'break' leaves the loop early
  // CHECK: :[[#@LINE+1]]:28: error: clause 'deviceptr' needs this region
#pragma gpu_tile deviceptr(x)
  for (int i = 0; i < n; i++) {
    if (x[i] > 3)
      break;
    x[i] = 0;
  }
}
#endif
