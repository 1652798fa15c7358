// Calls whose value the region may change, or that may do more than compute it.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c++17 2>&1 | FileCheck %s
struct Counter {
  int n, total;
  int *counts;
  int size() const { return n; }
  int next() { return ++n; }
  int unknown() const;
  virtual int dynamic() const { return n; }
};

void written_type(const Counter &c, int *a) { // Compared with what `a` points to.
#pragma gpu_tile
  // CHECK-NOT: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU
  for (int i = 0; i < c.size(); i++)
    a[i] = 0;
}
void side_effect(Counter &c, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < c.next()' is not an affine
  for (int i = 0; i < c.next(); i++)
    a[i] = 0;
}
void no_body(const Counter &c, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < c.unknown()' is not an affine
  for (int i = 0; i < c.unknown(); i++)
    a[i] = 0;
}
void virtual_function(const Counter &c, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < c.dynamic()' is not an affine
  for (int i = 0; i < c.dynamic(); i++)
    a[i] = 0;
}
