// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
void f(int n, double *restrict p, double *restrict q) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p[i] = 0;
    if (i % 3 == 0) { // In every iteration they would take turns.
      double *before = p;
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'p' is used in a way that cannot be followed (it is changed inside the region) [pointer-use] [-Wgpu-tile]
      p = q;
      q = before;
    }
  }
}
// Pointers that the region changes, and comparisons with others.
void changed(int n, double *restrict p, double *restrict q) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:9: warning: region left on the CPU: pointer 'p' is used in a way that cannot be followed (it is compared with null) [pointer-use]
    if (p)
      q[i] = 0;
    p = 0;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:11: warning: region left on the CPU: pointer 'p' is used in a way that cannot be followed (it is compared) [pointer-use]
    if (p == q)
      q[i] = 0;
}
// A path that cannot be followed leads to pointers that take turns.
union cell {
  double *p;
  long bits;
};
void cells(int T, int n, union cell *x, union cell *y, double *q) {
#pragma gpu_tile
  for (int t = 0; t < T; t++) {
    for (int i = 0; i < n; i++)
      q[i] += t;
    double *before = x->p;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'p' is used in a way that cannot be followed (no path that can be followed leads to it) [pointer-use]
    x->p = y->p;
    y->p = before;
  }
}
