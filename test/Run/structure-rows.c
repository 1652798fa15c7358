// Rows whose length is a member of a structure that only inner loops read: where the outer loop does not run,
// the structure need not exist. Elements are found in rows, and stencils are streamed.
// RUN: %gputile_run --backend=cpu --check --order=random:3 %s -- -O1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t --dump-json=%t/out.json %s --
// RUN: FileCheck --check-prefix=JSON %s < %t/out.json
// RUN: FileCheck --check-prefix=HOST %s < %t/structure-rows.gputile.c
// SAME: gputile-run: SAME: 6 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>

struct field {
  int l, n, m;
  double *u, *v;
};

// JSON: "function": "smooth"
// JSON: "value": "stream"
// HOST: gputile_structure_rows_smooth_{{.*}}(steps {{.*}} ? f->m : 0)
static void smooth(struct field *f, int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < f->n - 1; i++)
      for (int j = 1; j < f->m - 1; j++)
        f->v[i * f->m + j] = 0.25 * (f->u[(i - 1) * f->m + j] + f->u[(i + 1) * f->m + j] + f->u[i * f->m + j - 1] + f->u[i * f->m + j + 1]);
    for (int i = 1; i < f->n - 1; i++)
      for (int j = 1; j < f->m - 1; j++)
        f->u[i * f->m + j] = f->v[i * f->m + j];
  }
}

// Three dimensions: the distance of planes is a product.
static void relax(struct field *f, int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < 6; i++)
      for (int j = 1; j < f->n - 1; j++)
        for (int k = 1; k < f->m - 1; k++)
          f->u[(i * f->n + j) * f->m + k] = (f->u[((i - 1) * f->n + j) * f->m + k] + f->u[((i + 1) * f->n + j) * f->m + k] + f->u[(i * f->n + j) * f->m + k - 1]) / 3;
}

// Under a condition on sizes, and with another row for each array.
static void part(const struct field *f, const struct field *g, int rows) {
#pragma gpu_tile
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 20; j++)
      if (rows > 5)
        f->u[i * f->m + j] = g->u[i * g->m + j] + i;
}

// Rows are not as long as the loops say: the original loops run.
static void leaves(struct field *f, int rows, int columns) {
#pragma gpu_tile
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        f->u[i * f->m + j] += 1;
}

// The number is what a function says.
static inline int width(const struct field *f) { return f->m; }
static void called(struct field *f, int rows) {
#pragma gpu_tile
  for (int t = 0; t < 3; t++)
    for (int i = 1; i < rows; i++)
      for (int j = 0; j < width(f); j++)
        f->v[i * width(f) + j] += f->u[(i - 1) * width(f) + j];
}

// A structure that the function has itself, behind macros that take pointers.
#define AT(f, a, i, j) ((f)->a[(i) * (f)->m + (j)])
static void local(struct field f, int steps) {
#pragma gpu_tile
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < f.n; i++)
      for (int j = 0; j < (&f)->m; j++)
        AT(&f, v, i, j) = AT(&f, v, i, j) * 0.5 + (*&f).u[(i - 1) * f.m + j];
}

static double sum(const double *u, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5 + u[i];
  return s;
}

int main(void) {
  enum { l = 8, n = 40, m = 50 };
  struct field f = {l, n, m, malloc(l * n * m * sizeof(double)), malloc(l * n * m * sizeof(double))};
  struct field g = {l, n, m + 3, malloc(l * n * m * 2 * sizeof(double)), NULL};
  for (int i = 0; i < l * n * m; i++) {
    f.u[i] = i * 7 % 23;
    f.v[i] = i * 5 % 17;
  }
  for (int i = 0; i < l * n * m * 2; i++)
    g.u[i] = i * 3 % 29;
  smooth(&f, 7);
  smooth(NULL, 0);
  relax(&f, 4);
  relax(NULL, -1);
  part(&f, &g, 30);
  part(NULL, NULL, 0);
  part(NULL, NULL, 5);
  leaves(&f, 30, m + 1);
  leaves(&f, 30, m);
  leaves(NULL, 0, 9);
  local(f, 3);
  called(&f, 25);
  called(NULL, 1);
  printf("%.17g %.17g\n", sum(f.u, l * n * m), sum(f.v, l * n * m));
  return 0;
}
