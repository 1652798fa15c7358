// --scheme=wavefront
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static const int fuzz_table[8] = {2, 0, 3, 1, 1, 3, 0, 2};
static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static double f902_5_A2[8][8][8];
static void f902_5(unsigned m, double A1[10], long *out_i5) {
  long i5 = 0;
#pragma gpu_tile
  for (i5 = 0; i5 < 3; i5++) {
    for (int i6 = 0; i6 < MAX(m, 1); i6++) {
      for (int i8 = 0; i8 < 2; i8++) {
        A1[i8] = 0;
        f902_5_A2[0][0][0] = A1[i8 + 1];
      }
    }
  }
  *out_i5 = i5;
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

static void run_f902_5(void) {
  static const int values[][1] = {{1}};
  for (int call = 0; call < 1; call++) {
    const unsigned m = (unsigned)values[call][0];
    fuzz_start();
    const size_t count_A1 = (size_t)(10);
    double *const data_A1 = malloc(count_A1 * sizeof(double));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (double)((fuzz_draw() - 128) * 0.0078125);
    const size_t count_f902_5_A2 = (size_t)(8) * (size_t)(8) * (size_t)(8);
    double *const data_f902_5_A2 = (double *)f902_5_A2;
    for (size_t e = 0; e < count_f902_5_A2; e++) data_f902_5_A2[e] = (double)((fuzz_draw() - 128) * 0.0078125);
    long i5 = 0;
    f902_5(m, (double *)data_A1, &i5);
    fuzz_add(&i5, sizeof i5);
    for (size_t e = 0; e < count_A1; e++) fuzz_is_nan |= data_A1[e] != data_A1[e];
    fuzz_add(data_A1, count_A1 * sizeof(double));
    free(data_A1);
    for (size_t e = 0; e < count_f902_5_A2; e++) fuzz_is_nan |= data_f902_5_A2[e] != data_f902_5_A2[e];
    fuzz_add(data_f902_5_A2, count_f902_5_A2 * sizeof(double));
    fuzz_print("f902_5", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f902_5();
  return 0;
}
