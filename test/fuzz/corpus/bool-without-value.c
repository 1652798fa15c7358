// --scheme=auto --false-deps=remove --tile=2
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f3_6(_Bool A1[9][10][21], double A2[8][9], float A3[9], short *out_i4) {
  short i4 = 0;
#pragma gpu_tile
  for (i4 = 1; i4 < 8; i4++) {
    for (int i5 = 8; i5 >= 2; i5 -= 2) {
      if (A1[i4][i5][i4 + 5] > 3) {
        A2[i4][i5] = (A1[i4 - 1][i4 - 1][i4 + i5 + 5] * 0.03125);
        A3[i4 + 1] = sqrt(fabs((((A1[i4 + 1][i5 + 1][i5 + 5] * 0.03125) + ((i4 - 2) * 0.0625)) * 0.5)));
      } else {
        A1[i4 - 1][i5 + 1][i5 - i4 + 5] = ((int)fmax(-100, fmin(A2[i4][i5 - 1], 100)) % 1021);
        A1[i4][i5 + 1][i5 + 5] = (100 % 1021);
      }
      for (short i6 = i4 + 1; i6 <= 4; i6++) {
        for (int i7 = -1; i7 < 9; i7++) {
          A3[0] = (A3[i6 + 1] - ((i6 + 1) * 0.0625));
        }
      }
    }
  }
  *out_i4 = i4;
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

static void run_f3_6(void) {
  for (int call = 0; call < 1; call++) {
    fuzz_start();
    const size_t count_A1 = (size_t)(9) * (size_t)(10) * (size_t)(21);
    _Bool *const data_A1 = malloc(count_A1 * sizeof(_Bool));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (_Bool)(fuzz_draw() & 1);
    const size_t count_A2 = (size_t)(8) * (size_t)(9);
    double *const data_A2 = malloc(count_A2 * sizeof(double));
    for (size_t e = 0; e < count_A2; e++) data_A2[e] = (double)((fuzz_draw() - 128) * 0.0078125);
    const size_t count_A3 = (size_t)(9);
    float *const data_A3 = malloc(count_A3 * sizeof(float));
    for (size_t e = 0; e < count_A3; e++) data_A3[e] = (float)((fuzz_draw() - 128) * 0.0078125);
    short i4 = 0;
    f3_6((_Bool (*)[10][21])data_A1, (double (*)[9])data_A2, (float *)data_A3, &i4);
    fuzz_add(&i4, sizeof i4);
    fuzz_add(data_A1, count_A1 * sizeof(_Bool));
    free(data_A1);
    for (size_t e = 0; e < count_A2; e++) fuzz_is_nan |= data_A2[e] != data_A2[e];
    fuzz_add(data_A2, count_A2 * sizeof(double));
    free(data_A2);
    for (size_t e = 0; e < count_A3; e++) fuzz_is_nan |= data_A3[e] != data_A3[e];
    fuzz_add(data_A3, count_A3 * sizeof(float));
    free(data_A3);
    fuzz_print("f3_6", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f3_6();
  return 0;
}
