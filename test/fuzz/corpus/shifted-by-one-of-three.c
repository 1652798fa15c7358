// --scheme=parallel --launch=kernels --false-deps=remove
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f16_14(int n, short m, char A1[n + 2][17]) {
#pragma gpu_tile tile(2, 7)
  for (short i2 = m; i2 > 0; i2--) {
    A1[i2][i2] ^= ((A1[i2][i2 + 1] % 10007) % 1021);
    for (int i3 = 0; i3 <= n - 1; i3++) {
      for (int i4 = i2 - 1; i4 <= n; i4++) {
        if ((i3 % 5) == 2) {
          A1[i4][i3]++;
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

static void run_f16_14(void) {
  static const int values[][2] = {{17, 8}};
  for (int call = 0; call < 1; call++) {
    const int n = (int)values[call][0];
    const short m = (short)values[call][1];
    fuzz_start();
    const size_t count_A1 = (size_t)(n + 2) * (size_t)(17);
    char *const data_A1 = malloc(count_A1 * sizeof(char));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (char)(fuzz_draw() % 101 - 20);
    f16_14(n, m, (char (*)[17])data_A1);
    fuzz_add(data_A1, count_A1 * sizeof(char));
    free(data_A1);
    fuzz_print("f16_14", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f16_14();
  return 0;
}
