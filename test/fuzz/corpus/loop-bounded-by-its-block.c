// --scheme=split
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static float f93_16_A1[3][3][9];
static void f93_16(void) {
#pragma gpu_tile
  for (int i5 = 0; i5 <= 1; i5++) {
    for (int i6 = i5; i6 >= 0; i6--) {
      for (short i7 = 0; i7 < 2; i7++) {
        f93_16_A1[0][i6][i7] = 1;
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

static void run_f93_16(void) {
  for (int call = 0; call < 1; call++) {
    fuzz_start();
    const size_t count_f93_16_A1 = (size_t)(3) * (size_t)(3) * (size_t)(9);
    float *const data_f93_16_A1 = (float *)f93_16_A1;
    for (size_t e = 0; e < count_f93_16_A1; e++) data_f93_16_A1[e] = (float)((fuzz_draw() - 128) * 0.0078125);
    f93_16();
    for (size_t e = 0; e < count_f93_16_A1; e++) fuzz_is_nan |= data_f93_16_A1[e] != data_f93_16_A1[e];
    fuzz_add(data_f93_16_A1, count_f93_16_A1 * sizeof(float));
    fuzz_print("f93_16", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f93_16();
  return 0;
}
