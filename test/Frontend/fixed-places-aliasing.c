// What the region writes is compared with places that are read before it where types allow
// that they share memory.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11 && grep overlap %t/fixed-places-aliasing.gputile.cu | FileCheck %s
// RUN: %gputile --output-dir=%t %s -- -std=c11 -fno-strict-aliasing && grep overlap %t/fixed-places-aliasing.gputile.cu | FileCheck %s --check-prefixes=CHECK,RELAXED
struct grid {
  int nx;
  double *u;
};
int numbers[20];
double values[20];
// RELAXED: "arrays 'a' and 'g->nx' overlap"
void other_type(const struct grid *g, double *a) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    a[i] = 0;
}
// RELAXED: "arrays 'values' and 'g->nx' overlap"
void other_object(const struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    values[i] = 0;
}
// CHECK: "arrays 'numbers' and 'g->nx' overlap"
void same_type(const struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    numbers[i] = 0;
}
// CHECK: gpt_array_c, gpt_array_g_u)
// CHECK: "arrays 'c' and 'g->nx' overlap"
// CHECK: gpt_array_c, gpt_array_g_u_bytes)
void characters(const struct grid *g, char *c) {
#pragma gpu_tile
  for (int i = 0; i < g->nx; i++)
    c[i] = g->u[i] > 0;
}
