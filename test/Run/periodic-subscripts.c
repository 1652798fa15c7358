// Remainders and quotients by a size: neighbours in periodic domains.
// RUN: %gputile_run --backend=cpu --check --remarks=on --max-seconds=60 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:5 --check-text=on --max-seconds=60 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: inspected-reads
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 5 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>

struct cell {
  float speed[3];
};

static void shift(int nx, int ny, const struct cell *in, struct cell *out) {
#pragma gpu_tile
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      const int east = (i + 1) % nx, west = (i - 1 + nx) % nx, north = (j + 1) % ny;
      out[i + j * nx].speed[0] = in[west + j * nx].speed[0];
      out[i + j * nx].speed[1] = in[east + j * nx].speed[1];
      out[i + j * nx].speed[2] = in[i + north * nx].speed[2];
    }
}
struct sizes {
  int nx, ny;
};
// The sizes are members: beside `in[i + j * g.nx]` all of these are rows of one shape.
static void stream(const struct sizes g, const struct cell *in, struct cell *out) {
#pragma gpu_tile
  for (int j = 0; j < g.ny; j++)
    for (int i = 0; i < g.nx; i++) {
      const int south = j == 0 ? j + g.ny - 1 : j - 1, north = (j + 1) % g.ny;
      const int west = i == 0 ? i + g.nx - 1 : i - 1, east = (i + 1) % g.nx;
      out[i + j * g.nx].speed[0] = in[i + j * g.nx].speed[0];
      out[i + j * g.nx].speed[1] = in[west + north * g.nx].speed[1];
      out[i + j * g.nx].speed[2] = in[east + south * g.nx].speed[2];
    }
}
// Values below 0 stay as they are.
static void below(int n, const float *restrict a, float *restrict b) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    b[i] = a[(i + 1 - n) % n + n - 1] + a[n - 1 + (i + 1 - n) / n] + a[(i + n / 2) / n];
}
static void unsigned_sizes(size_t n, const float *restrict a, float *restrict b) {
#pragma gpu_tile
  for (size_t i = 0; i < n; i++)
    b[(i + n - 1) % n] = a[(i + 1) % n];
}
// Writes of several iterations to one element stay in order.
static void again(int n, const float *restrict a, float *restrict b) {
#pragma gpu_tile
  for (int t = 0; t < 4; t++)
    for (int i = 0; i < n; i++)
      b[(i + 1) % n] = b[(i + 1) % n] * 0.5f + a[(i + n - 1) % n];
}

int main(void) {
  enum { NX = 37, NY = 21 };
  static struct cell in[NX * NY], out[NX * NY];
  static float a[NX], b[NX];
  for (int i = 0; i < NX * NY; i++)
    for (int k = 0; k < 3; k++)
      in[i].speed[k] = (float)(i % 101) + 0.25f * (float)k;
  for (int i = 0; i < NX; i++)
    a[i] = 1.0f / (float)(i + 1);
  float sum = 0;
  shift(NX, NY, in, out);
  for (int i = 0; i < NX * NY; i++)
    sum += out[i].speed[i % 3] * (float)(i % 7);
  stream((struct sizes){NX, NY}, in, out);
  for (int i = 0; i < NX * NY; i++)
    sum += out[i].speed[i % 3] * (float)(i % 5);
  below(NX, a, b);
  for (int i = 0; i < NX; i++)
    sum += b[i] * (float)i;
  unsigned_sizes(NX, a, b);
  again(NX, a, b);
  for (int i = 0; i < NX; i++)
    sum += b[i] * (float)i;
  printf("%a\n", (double)sum);
  return 0;
}
