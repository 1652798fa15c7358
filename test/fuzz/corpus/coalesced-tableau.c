// --scheme=split --tile=2
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f265_8(double * A1, double * A2) {
#pragma gpu_tile
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        A2[(i) * 63 + j] = 1;
      }
    }
    for (int i = 0; i < 2; i++) {
      for (int j = 1; j < 4; j++) {
        A1[(i) * 63 + j] = ((A2[(i) * 63 + j] + A2[(i) * 63 + j + 1]) + A2[(i) * 63 + j - 1]);
      }
    }
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

static void run_f265_8(void) {
  for (int call = 0; call < 1; call++) {
    fuzz_start();
    const size_t count_A1 = (size_t)(64) * (size_t)(63) + (size_t)(63) * (size_t)(63) + 17;
    double *const data_A1 = malloc(count_A1 * sizeof(double));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (double)((fuzz_draw() - 128) * 0.0078125);
    double *const data_A2 = data_A1 + 17;
    f265_8((double *)data_A1, (double *)data_A2);
    for (size_t e = 0; e < count_A1; e++) fuzz_is_nan |= data_A1[e] != data_A1[e];
    fuzz_add(data_A1, count_A1 * sizeof(double));
    free(data_A1);
    fuzz_print("f265_8", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f265_8();
  return 0;
}
