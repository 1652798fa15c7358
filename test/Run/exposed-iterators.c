// An iterator that other code reaches may be what a pointer leads to, also where the region only
// reads through it: the original loops run then, since its value changes all the time.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: {{.*}} equal bit for bit, same output
// RUN: %gputile_run --backend=cpu %s -- -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: %clang -fplugin=%plugin -O1 -w %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
#include <stdio.h>

int place, total, row[20];
static int *where = &total;
struct Limits {
  int last;
};

static void gather(const int *from) {
#pragma gpu_tile
  for (place = 0; place < 12; place++)
    *where |= *from / 9;
}
static void copy(const int *from, int *to) {
#pragma gpu_tile
  for (place = 0; place < 12; place++)
    to[place] = from[0];
}
static void bytes(const unsigned char *from, int *to) {
#pragma gpu_tile
  for (place = 0; place < 12; place++)
    to[place] = from[0];
}
static void other(const float *from, float *to) { // No float lies where an int is.
#pragma gpu_tile
  for (place = 0; place < 12; place++)
    to[place] = from[0] + 1;
}
static void limited(const int *last, float *to) {
#pragma gpu_tile
  for (place = 0; place < *last; place++)
    to[place] = 2;
}
static void members(const struct Limits *limits, float *to) {
#pragma gpu_tile
  for (place = 0; place < limits->last; place++)
    to[place] = 3;
}

int main(void) {
  gather(&place); // FALLBACK: 'place'{{.*}}overlap
  printf("%d\n", total); // CHECK: 1
  copy(&place, row); // FALLBACK: 'place'{{.*}}overlap
  printf("%d %d\n", row[1], row[11]); // CHECK-NEXT: 1 11
  bytes((const unsigned char *)&place, row); // FALLBACK: 'place'{{.*}}overlap
  printf("%d %d\n", row[2], row[10]); // CHECK-NEXT: 2 10
  float from = 4, to[20] = {0};
  other(&from, to); // FALLBACK-NOT: overlap
  printf("%g\n", to[11]); // CHECK-NEXT: 5
  int twelve = 12;
  limited(&twelve, to);
  printf("%g %d\n", to[11], place); // CHECK-NEXT: 2 12
  const struct Limits limits = {11};
  members(&limits, to);
  printf("%g %g %d\n", to[10], to[11], place); // CHECK-NEXT: 3 2 11
  copy(&twelve, row);
  printf("%d %d\n", row[1], place); // CHECK-NEXT: 12 12
  return 0;
}
