// --scheme=split --false-deps=remove
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f802_3(float * A1) {
#pragma gpu_tile
  for (int i4 = 0; i4 <= 1; i4++) {
    for (int i5 = 0; i5 < 8; i5++) {
      for (int i7 = 0; i7 < 4; i7++) {
        A1[(((i5 + 1)) * 9 + i7) * 8 + i4 + 1] += A1[(((i4 + 1)) * 9 + i5 + 1) * 8 + i7 + 1];
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

static void run_f802_3(void) {
  for (int call = 0; call < 1; call++) {
    fuzz_start();
    const size_t count_A1 = (size_t)(9) * (size_t)(9) * (size_t)(8);
    float *const data_A1 = malloc(count_A1 * sizeof(float));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (float)((fuzz_draw() - 128) * 0.0078125);
    f802_3((float *)data_A1);
    for (size_t e = 0; e < count_A1; e++) fuzz_is_nan |= data_A1[e] != data_A1[e];
    fuzz_add(data_A1, count_A1 * sizeof(float));
    free(data_A1);
    fuzz_print("f802_3", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f802_3();
  return 0;
}
