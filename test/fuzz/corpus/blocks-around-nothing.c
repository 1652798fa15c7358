// --scheme=auto --tile=2
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f3_15(long n, long long m, float * A1, long A2[n + 24], float A3[60][43], int A4[n + 24]) {
#pragma gpu_tile
  {
    for (short i6 = 1; i6 < n; i6++) {
      if ((i6 == m || (i6 % 4) == 1)) {
        A3[i6][i6 + 1] += 0;
      }
    }
    for (short i8 = 0; i8 < m - 1; i8 += 2) {
      for (int i9 = 0; i9 < 3; i9 += 2) {
        A2[i8 + 1] |= ((int)fmax(-100, fmin(A3[i9][i9 + 1], 100)) % 10007);
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

static void run_f3_15(void) {
  static const int values[][2] = {{5, 5}, {2, -1}};
  for (int call = 0; call < 2; call++) {
    const long n = (long)values[call][0];
    const long long m = (long long)values[call][1];
    fuzz_start();
    const size_t count_A1 = (size_t)(41) * (size_t)(44) + (size_t)(60) * (size_t)(43) + 17;
    float *const data_A1 = malloc(count_A1 * sizeof(float));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (float)((fuzz_draw() - 128) * 0.0078125);
    const size_t count_A2 = (size_t)(n + 24);
    long *const data_A2 = malloc(count_A2 * sizeof(long));
    for (size_t e = 0; e < count_A2; e++) data_A2[e] = (long)(fuzz_draw() % 101 - 20);
    const size_t count_A4 = (size_t)(n + 24);
    int *const data_A4 = malloc(count_A4 * sizeof(int));
    for (size_t e = 0; e < count_A4; e++) data_A4[e] = (int)(fuzz_draw() % 60);
    float *const data_A3 = data_A1 + 17;
    f3_15(n, m, (float *)data_A1, (long *)data_A2, (float (*)[43])data_A3, (int *)data_A4);
    for (size_t e = 0; e < count_A1; e++) fuzz_is_nan |= data_A1[e] != data_A1[e];
    fuzz_add(data_A1, count_A1 * sizeof(float));
    free(data_A1);
    fuzz_add(data_A2, count_A2 * sizeof(long));
    free(data_A2);
    fuzz_add(data_A4, count_A4 * sizeof(int));
    free(data_A4);
    fuzz_print("f3_15", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f3_15();
  return 0;
}
