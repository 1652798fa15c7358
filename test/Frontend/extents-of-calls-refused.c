// Where something else than calls with arrays may give a parameter its value, its extent is not known,
// and the entry looks for what is read.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
static double big[100], small[10];
static float other_type[100];
static double *other;
static void by_address(int n, int *at, double *x, double *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
    y[i] = x[at[i]];
}
static void with_a_pointer(int n, int *at, double *x, double *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
    y[i] = x[at[i]];
}
static void in_the_middle(int n, int *at, double *x, double *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
    y[i] = x[at[i]];
}
static void moved(int n, int *at, double *x, double *restrict y) {
  x++;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE-4]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
    y[i] = x[at[i]];
}
void seen_elsewhere(int n, int *at, double *x, double *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
    y[i] = x[at[i]];
}
static void of_another_type(int n, int *at, double *x, double *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: remark: before each run the CPU looks for the least and the greatest subscript of 'x'
    y[i] = x[at[i]];
}
void (*callback)(int, int *, double *, double *) = by_address;
void calls(int n, int *at, double *y) {
  by_address(n, at, big, y);
  with_a_pointer(n, at, big, y);
  with_a_pointer(n, at, other, y);
  in_the_middle(n, at, big + 5, y);
  moved(n, at, small, y);
  seen_elsewhere(n, at, small, y);
  of_another_type(n, at, (double *)other_type, y);
}
