// What no region can have is said before loops are analysed that take long: their steps are not known.
// RUN: mkdir -p %t && %gputile --output-dir=%t --max-seconds=2 %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
void visit(float *a, int i, int j, int k);
int kl, ku, ks, jl, ju, js, il, iu, is;

void visits(float *a) {
#pragma gpu_tile
  for (int k = kl; k <= ku; k += ks)
    for (int j = jl; j <= ju; j += js)
      for (int i = il; i <= iu; i += is) {
        a[i] = 0;
        // CHECK: unknown-call-early.c:[[#@LINE+1]]:9: warning: region left on the CPU: call of 'visit', whose effects are not known{{.*}}[unknown-call]
        visit(a, i, j, k);
      }
}

// A call under a condition may never be made; here none is.
enum { verbose = 0 };
void quiet(int n, float *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (verbose)
      visit(a, i, 0, 0);
    a[i] = 1;
  }
}
// CHECK: gputile: 1 of 2 regions run on the GPU
