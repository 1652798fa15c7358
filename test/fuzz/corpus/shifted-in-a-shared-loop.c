// --scheme=split
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f3_7(int A1[36][30][69]) {
#pragma gpu_tile
  for (long i3 = 0; i3 < 8; i3 += 2) {
    A1[0][i3][0] &= 1;
    for (int i4 = 0; i4 < 8; i4++) {
      if ((i4 % 4) == 1) {
        A1[0][i4][0] &= 100;
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

static void run_f3_7(void) {
  for (int call = 0; call < 1; call++) {
    fuzz_start();
    const size_t count_A1 = (size_t)(36) * (size_t)(30) * (size_t)(69);
    int *const data_A1 = malloc(count_A1 * sizeof(int));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (int)(fuzz_draw() % 101 - 20);
    f3_7((int (*)[30][69])data_A1);
    fuzz_add(data_A1, count_A1 * sizeof(int));
    free(data_A1);
    fuzz_print("f3_7", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f3_7();
  return 0;
}
