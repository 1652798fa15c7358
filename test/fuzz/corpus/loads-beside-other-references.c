// --scheme=wavefront --tile=1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static const int fuzz_table[8] = {2, 0, 3, 1, 1, 3, 0, 2};
static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static float f4604_13_A2[64];
static void f4604_13(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      f4604_13_A2[i] -= f4604_13_A2[0];
    }
    f4604_13_A2[i] *= 0.5;
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

static void run_f4604_13(void) {
  static const int values[][1] = {{1}};
  for (int call = 0; call < 1; call++) {
    const int n = (int)values[call][0];
    fuzz_start();
    const size_t count_f4604_13_A2 = (size_t)(64);
    float *const data_f4604_13_A2 = (float *)f4604_13_A2;
    for (size_t e = 0; e < count_f4604_13_A2; e++) data_f4604_13_A2[e] = (float)((fuzz_draw() - 128) * 0.0078125);
    f4604_13(n);
    for (size_t e = 0; e < count_f4604_13_A2; e++) fuzz_is_nan |= data_f4604_13_A2[e] != data_f4604_13_A2[e];
    fuzz_add(data_f4604_13_A2, count_f4604_13_A2 * sizeof(float));
    fuzz_print("f4604_13", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f4604_13();
  return 0;
}
