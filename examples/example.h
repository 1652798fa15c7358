/* What every example needs besides its loops: sizes from the command line, memory, random input, and a line of output that
 * changes when a single bit of the result does.
 *
 * `real` is the programs' floating-point type: double, or what -DREAL=float says. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

/* One positional argument: its name, its value (the default until the command line gives another), and its smallest value. */
struct example_arg {
  const char *name;
  long value;
  long min;
};

/* The largest size accepted: `i + 1` and `i + 2` still fit an int. */
enum { EXAMPLE_MAX_ARG = 1000000000 };

static inline void example_usage(FILE *to, const char *what, const struct example_arg *args, int count) {
  fprintf(to, "usage: %s", what);
  for (int a = 0; a < count; a++)
    fprintf(to, " [%s]", args[a].name);
  fprintf(to, "\ndefaults:");
  for (int a = 0; a < count; a++)
    fprintf(to, " %s=%ld", args[a].name, args[a].value);
  fprintf(to, "\n");
}

/* Replaces the values in `args` by those on the command line; --help and mistakes end the program. */
static inline void example_parse(int argc, char **argv, const char *what, struct example_arg *args, int count) {
  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    example_usage(stdout, what, args, count);
    exit(EXIT_SUCCESS);
  }
  if (argc - 1 > count) {
    fprintf(stderr, "%s: too many arguments\n", what);
    example_usage(stderr, what, args, count);
    exit(2);
  }
  for (int a = 0; a < argc - 1; a++) {
    char *end;
    errno = 0;
    long value = strtol(argv[a + 1], &end, 10);
    if (errno != 0 || end == argv[a + 1] || *end != '\0' || value < args[a].min || value > EXAMPLE_MAX_ARG) {
      fprintf(stderr, "%s: %s must be a number from %ld to %d, not '%s'\n", what, args[a].name, args[a].min,
              EXAMPLE_MAX_ARG, argv[a + 1]);
      exit(2);
    }
    args[a].value = value;
  }
}

/* Zeroed memory for `count` elements (or rows) of `size` bytes. */
#ifdef __cplusplus
struct example_memory { /* what C's void * does by itself */
  void *memory;
  template <typename T> operator T *() const { return static_cast<T *>(memory); }
};
static inline example_memory example_alloc(size_t count, size_t size) {
#else
static inline void *example_alloc(size_t count, size_t size) {
#endif
  void *memory = calloc(count, size);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }
#ifdef __cplusplus
  return {memory};
#else
  return memory;
#endif
}

/* The next of a sequence of well mixed 64-bit numbers (splitmix64). */
static inline uint64_t example_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Fills `count` numbers with values from 0 to 1; the same seed gives the same values. Every bit of the significand is random,
 * so that a sum in another order or a fused multiply-add shows in the result. */
static inline void example_fill(void *numbers, size_t count, uint64_t seed) {
  real *p = (real *)numbers;
  for (size_t i = 0; i < count; i++)
    p[i] = (real)((double)(example_random(&seed) >> 11) * 0x1p-53);
}

/* FNV-1a, 64 bits. */
static inline uint64_t example_hash(const void *bytes, size_t count) {
  const unsigned char *p = (const unsigned char *)bytes;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* Prints one result: the hash is for machines, the sum for people. */
static inline void example_print(const char *name, const void *bytes, size_t size, double sum) {
  printf("%s: hash %016" PRIx64 " sum %.17g\n", name, example_hash(bytes, size), sum);
}

static inline void example_report(const char *name, const void *numbers, size_t count) {
  const real *p = (const real *)numbers;
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += (double)p[i];
  example_print(name, numbers, count * sizeof(real), sum);
}

#endif
