// Arrays that may be missing: whether a pointer is null is a parameter of the region.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --check-text=on --max-seconds=60 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <stdbool.h>
#include <stdio.h>

enum { ROWS = 13, COLUMNS = 9 };
static float in[ROWS * COLUMNS], weights[ROWS * COLUMNS], bias[COLUMNS], out[ROWS * COLUMNS];

static void layer(int rows, int columns, float *restrict y, const float *restrict x,
                  const float *restrict w, const float *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < rows; i++)
    for (int o = 0; o < columns; o++) {
      float sum = (b != NULL) ? b[o] : 0.0f;
      for (int k = 0; k < columns; k++)
        sum += x[i * columns + k] * w[o * columns + k];
      y[i * columns + o] = sum;
    }
}
static void gradient(int rows, int columns, float *restrict dw, float *db, const float *restrict dy) {
#pragma gpu_tile
  for (int o = 0; o < columns; o++)
    for (int i = 0; i < rows; i++) {
      const float d = dy[i * columns + o];
      if (db)
        db[o] += d;
      dw[i * columns + o] += d * 0.5f;
    }
}
static void either(int n, float *restrict y, const float *restrict a, const float *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (NULL == a)
      y[i] = !b ? -1.0f : b[i];
    else if (b && i > 2)
      y[i] = a[i] + b[i];
    else
      y[i] = a[i];
  }
}
struct model {
  float *scale;
  int n;
};
static void members(struct model *m, float *restrict y) {
#pragma gpu_tile
  for (int i = 0; i < m->n; i++)
    y[i] = m->scale != 0 ? y[i] * m->scale[i] : y[i] + 1.0f;
}
static inline float element(const float *values, int i) { return values ? values[i] : 2.0f; }
static void called(int n, float *restrict y, const float *restrict x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] += element(x, i);
}
// As a value.
static void counted(int n, int *restrict y, const float *a, const float *b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = (a != NULL) + 2 * (b == NULL) + (_Bool)a;
}
// Bytes may be part of any object, but not of a parameter.
static void masked(int n, unsigned char *restrict y, const unsigned char *restrict x, const unsigned char *mask) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    y[i] = mask ? x[i] & mask[i] : x[i];
}

static float sum;
static void add(void) {
  for (int i = 0; i < ROWS * COLUMNS; i++)
    sum += out[i] * (float)(i % 7);
}
int main(void) {
  for (int i = 0; i < ROWS * COLUMNS; i++)
    in[i] = (float)(i * 31 % 17) - 4.0f, weights[i] = (float)(i * 13 % 11) * 0.25f;
  for (int i = 0; i < COLUMNS; i++)
    bias[i] = (float)i + 0.5f;
  for (int k = 0; k < 2; k++) {
    float *maybe = k ? bias : NULL;
    layer(ROWS, COLUMNS, out, in, weights, maybe), add();
    gradient(ROWS, COLUMNS, out, maybe, in), add();
    either(COLUMNS, out, maybe, in), add();
    either(COLUMNS, out, in, maybe), add();
    either(COLUMNS, out, maybe, NULL), add();
    struct model m = {maybe, COLUMNS};
    members(&m, out), add();
    called(COLUMNS, out, maybe), add();
    int flags[COLUMNS];
    counted(COLUMNS, flags, maybe, in);
    unsigned char bytes[COLUMNS] = {7, 200, 3, 4, 5, 60, 70, 80, 90}, mask[COLUMNS] = {1, 255, 2, 4}, result[COLUMNS];
    masked(COLUMNS, result, bytes, k ? mask : NULL);
    for (int i = 0; i < COLUMNS; i++)
      sum += (float)(flags[i] * i) + bias[i] + (float)result[i];
  }
  printf("%.9g\n", sum);
}
