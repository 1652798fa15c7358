// Places that stay where they are: the region may change them, or need not get to them.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
struct grid {
  int nx, ny;
  unsigned bits : 5;
  volatile int shared;
  double dt, *u;
  double v[40][40];
};
union number {
  int i;
  double d;
};
struct holder {
  union number value;
};
int idx[10];
struct grid rows[4];

void changed_bound(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // The inner loop then runs in a statement of the outer one.
    for (int j = 0; j < idx[3]; j++)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: write to 'idx' through a subscript that is not affine
      idx[j] = i;
}
void changed_member(struct grid *g) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < g->nx' is not an affine
  for (int i = 0; i < g->nx; i++)
    g->nx = i;
}
void moving_pointer(struct grid *g, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    g->dt = i;
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'g' is used in a way that cannot be followed (it is changed inside the region) [pointer-use]
    g = rows + g->nx;
  }
}
void perhaps_the_same(int k, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'rows[{{[0k]}}].v' beside 'rows[{{[0k]}}].v' is not supported
    rows[k].v[0][i] = rows[0].v[i][0];
}
void only_under_a_condition_on_data(const struct grid *g, double *a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'g->dt', which may not exist where the region does not get to it, is not supported
      a[i] = g->dt;
}
void bound_under_a_condition_on_data(const struct grid *g, double *a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      for (int j = 0; j < g->nx; j++)
        // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: write to 'a' through a subscript that is not affine
        a[j] = 0;
}
void not_reached_the_first_time(const struct grid *g, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i > 2 && i < g->nx' is not an affine
  for (int i = 0; i > 2 && i < g->nx; i++)
    a[i] = 0;
}
void bit_field(const struct grid *g, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < g->bits' is not an affine
  for (int i = 0; i < g->bits; i++)
    a[i] = 0;
}
void volatile_member(const struct grid *g, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < g->shared' is not an affine
  for (int i = 0; i < g->shared; i++)
    a[i] = 0;
}
void member_of_a_union(const struct holder *h, double *a) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < h->value.i' is not an affine
  for (int i = 0; i < h->value.i; i++)
    a[i] = 0;
}
