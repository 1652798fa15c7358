// --scheme=auto
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static const int fuzz_table[8] = {2, 0, 3, 1, 1, 3, 0, 2};
static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f7406_21(unsigned m, long p, short A1[16][17]) {
#pragma gpu_tile
  for (int i8 = 0; i8 < p; i8 += 8) {
    for (int i10 = 0; i10 < m; i10++) {
      for (int i9 = i8; i9 < i8 + 2; i9++) {
        for (int i11 = i10; i11 < i10 + 1; i11++) {
          A1[i9][i11] |= 0;
        }
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

static void run_f7406_21(void) {
  static const int values[][2] = {{2, 2}};
  for (int call = 0; call < 1; call++) {
    const unsigned m = (unsigned)values[call][0];
    const long p = (long)values[call][1];
    fuzz_start();
    const size_t count_A1 = (size_t)(16) * (size_t)(17);
    short *const data_A1 = malloc(count_A1 * sizeof(short));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (short)(fuzz_draw() % 101 - 20);
    f7406_21(m, p, (short (*)[17])data_A1);
    fuzz_add(data_A1, count_A1 * sizeof(short));
    free(data_A1);
    fuzz_print("f7406_21", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f7406_21();
  return 0;
}
