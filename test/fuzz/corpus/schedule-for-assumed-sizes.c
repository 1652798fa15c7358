// --scheme=parallel --launch=kernels --fuse=min
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static const int fuzz_table[8] = {2, 0, 3, 1, 1, 3, 0, 2};
static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a % 97; }

static void f4601_11(int n, long A1[9]) {
#pragma gpu_tile block(3)
  for (int i2 = 1; i2 < n; i2 += 2) {
    for (int i3 = i2; i3 < MIN((i2 + 2), n); i3++) {
      A1[n - i3]++;
      for (int i4 = n + 1; i4 >= -1; i4 -= 3) {
        for (int i5 = -1; i5 < n; i5++) {
          switch (((int)i5 & 3)) {
          case 0: {
            A1[i3 + 1]++;
          } break;
          case 1: {
            A1[i3 + 1] += ((A1[i3 + 1] % 251) % 1021);
          } break;
          default: {
            if ((A1[i5 + 1] * 0.03125) > 3) {
              float t6 = (((A1[i3 + 1] * 0.03125) * 0.3) - (A1[i3 + 1] * 0.03125));
              A1[i3 + 1] = (fuzz_wrap((A1[i3 + 1] % 251)) % 1021);
            }
          }
          }
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

static void run_f4601_11(void) {
  static const int values[][1] = {{8}, {4}, {0}, {7}};
  for (int call = 0; call < 4; call++) {
    const int n = (int)values[call][0];
    fuzz_start();
    const size_t count_A1 = (size_t)(9);
    long *const data_A1 = malloc(count_A1 * sizeof(long));
    for (size_t e = 0; e < count_A1; e++) data_A1[e] = (long)(fuzz_draw() % 101 - 20);
    f4601_11(n, (long *)data_A1);
    fuzz_add(data_A1, count_A1 * sizeof(long));
    free(data_A1);
    fuzz_print("f4601_11", call);
  }
}

int main(int argc, char **argv) {
  const int only = argc > 1 ? atoi(argv[1]) : -1;
  if (only < 0 || only == 0) run_f4601_11();
  return 0;
}
