// --scheme=auto
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static unsigned char f35_4_A1[7][9][8];
static void f35_4(void) {
  double s4 = 0;
#pragma gpu_tile
  {
    s4 = f35_4_A1[0][0][0];
    for (long i7 = 0; i7 < 2; i7++) {
      f35_4_A1[0][0][i7 + 1] = 1;
    }
    for (long i10 = 0; i10 < 4; i10 += 3) {
      f35_4_A1[0][0][i10 + 1] |= 0;
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

static void run_f35_4(void) {
  for (int call = 0; call < 1; call++) {
    fuzz_start();
    const size_t count_f35_4_A1 = (size_t)(7) * (size_t)(9) * (size_t)(8);
    unsigned char *const data_f35_4_A1 = (unsigned char *)f35_4_A1;
    for (size_t e = 0; e < count_f35_4_A1; e++) data_f35_4_A1[e] = (unsigned char)(fuzz_draw() % 101 - 20);
    f35_4();
    fuzz_add(data_f35_4_A1, count_f35_4_A1 * sizeof(unsigned char));
    fuzz_print("f35_4", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f35_4();
  return 0;
}
