// --scheme=parallel --launch=kernels
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f4610_5(short n, float A2[n + 2][n + 2][n + 2]) {
#pragma gpu_tile
  {
    for (int i4 = 0; i4 < n / 2; i4 += 3)
      A2[i4][i4][i4] = 1;
    for (short i7 = (n + 1) / 2; i7 > 0; i7--)
      A2[0][i7][0] *= A2[i7][i7][i7 + 1];
  }
}

static unsigned long long fuzz_hash;
static int fuzz_is_nan;
static unsigned fuzz_random;
static void fuzz_start(void) { fuzz_hash = 1469598103934665603ULL, fuzz_is_nan = 0, fuzz_random = 1; }
static int fuzz_draw(void) {
  fuzz_random = fuzz_random * 1664525u + 1013904223u;
  return (int)(fuzz_random >> 16 & 255);
}
static void fuzz_add(const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) fuzz_hash = (fuzz_hash ^ bytes[i]) * 1099511628211ULL;
}
static void fuzz_print(const char *name, int call) {
  printf("%s %d %016llx%s\n", name, call, fuzz_hash, fuzz_is_nan ? " NAN" : "");
}

static void run_f4610_5(void) {
  static const int values[] = {1, 2, 3, 10};
  for (int call = 0; call < 4; call++) {
    const short n = (short)values[call];
    fuzz_start();
    const size_t count_A2 = (size_t)(n + 2) * (size_t)(n + 2) * (size_t)(n + 2);
    float *const data_A2 = malloc(count_A2 * sizeof(float));
    for (size_t e = 0; e < count_A2; e++) data_A2[e] = (float)(fuzz_draw() % 101 - 20);
    f4610_5(n, (float (*)[n + 2][n + 2])data_A2);
    fuzz_add(data_A2, count_A2 * sizeof(float));
    free(data_A2);
    fuzz_print("f4610_5", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f4610_5();
  return 0;
}
