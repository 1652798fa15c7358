// Rows of constant length behind subscripts are dimensions, in which every scheme tiles. The results are the original's,
// also where pointers and planes take turns, and where a subscript leaves its row.
// RUN: mkdir -p %t && %gputile --output-dir=%t --print-after=extract %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:7 --scheme=wavefront %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=reverse --scheme=parallel --check-text=on %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: 4 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>

enum { NX = 40, NY = 28, NZ = 30 };
#define AT(x, y, z) ((x) + NX * ((y) + NY * (z)))

// CHECK: array u: float, rank 3, pointer
// CHECK: note: rewritten before scheduling: 2 iterations as one for 'u' and 'v'
static void sweep(const float *u, float *v) {
  for (int i = 1; i < NX - 1; i++)
    for (int j = 1; j < NY - 1; j++)
      for (int k = 1; k < NZ - 1; k++)
        v[AT(i, j, k)] = (u[AT(i, j, k + 1)] + u[AT(i, j, k - 1)] + u[AT(i, j + 1, k)] + u[AT(i, j - 1, k)] +
                          u[AT(i + 1, j, k)] + u[AT(i - 1, j, k)]) * 0.125f - u[AT(i, j, k)] * 0.25f;
}

static void exchange(float *u, float *v) {
#pragma gpu_tile
  for (int t = 0; t < 7; t++) {
    sweep(u, v);
    float *w = u;
    u = v;
    v = w;
  }
}

// CHECK: array field: double, rank 3, object
// CHECK: remark: region runs on the GPU: scheme stream
// CHECK: note: rewritten before scheduling: planes of 'field' as arrays
static double field[2 * 60 * 100];

static void planes(void) {
#pragma gpu_tile
  for (int t = 0; t < 6; t++)
    for (int i = 1; i < 59; i++)
      for (int j = 1; j < 99; j++)
        field[(t + 1) % 2 * 6000 + i * 100 + j] =
            0.2 * (field[t % 2 * 6000 + i * 100 + j] + field[t % 2 * 6000 + (i - 1) * 100 + j] +
                   field[t % 2 * 6000 + (i + 1) * 100 + j] + field[t % 2 * 6000 + i * 100 + j - 1] +
                   field[t % 2 * 6000 + i * 100 + j + 1]);
}

// CHECK: array c: float, rank 3, pointer
struct cell {
  float p, q;
};

static void members(struct cell *c) {
#pragma gpu_tile
  for (int i = 1; i < 50; i++)
    for (int j = 1; j < 64; j++) {
      c[i * 64 + j].p = c[(i - 1) * 64 + j].p * 0.5f + c[i * 64 + j - 1].q;
      c[i * 64 + j].q += c[i * 64 + j].p;
    }
}

// CHECK: array a: double, rank 2, pointer
// CHECK: array b: float, rank 1, pointer
static void leaving(double *a, const float *b) {
#pragma gpu_tile
  for (int i = 1; i < 50; i++)
    for (int j = 0; j < 64; j++)
      a[i * 64 + j] = a[i * 64 + j] * 0.5 + b[i * 64 + j - 1];
}

static float *values(int count) {
  float *p = malloc(count * sizeof *p);
  for (int i = 0; i < count; i++)
    p[i] = (float)(rand() % 1000) / 7;
  return p;
}

int main(void) {
  float *u = values(NX * NY * NZ), *v = values(NX * NY * NZ);
  struct cell *c = malloc(50 * 64 * sizeof *c);
  double *a = malloc(50 * 64 * sizeof *a), sum = 0;
  for (int i = 0; i < 2 * 60 * 100; i++)
    field[i] = rand() % 100;
  for (int i = 0; i < 50 * 64; i++) {
    c[i].p = c[i].q = (float)(rand() % 10);
    a[i] = rand() % 10;
  }
  exchange(u, v);
  planes();
  members(c);
  leaving(a, u);
  for (int i = 0; i < NX * NY * NZ; i++)
    sum = sum * 0.99 + u[i] + 2 * v[i];
  for (int i = 0; i < 2 * 60 * 100; i++)
    sum = sum * 0.99 + field[i];
  for (int i = 0; i < 50 * 64; i++)
    sum = sum * 0.99 + c[i].p + c[i].q + a[i];
  printf("%.17g\n", sum);
  return 0;
}
