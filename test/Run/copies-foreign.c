// Only what a region writes is stored: elements between those that it writes, or that a
// condition leaves out, may be changed meanwhile, be read-only, or not exist.
// RUN: env GPUTILE_REQUIRE=1 %gputile_run --backend=cpu --check %s -- -O1 -w -pthread 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: {{.*}} equal bit for bit, same output
// RUN: %gputile_run --backend=cpu %s -- -O1 -w -pthread > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: %clang -fplugin=%plugin -O1 -w -pthread %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { N = 512, ROWS = 24 };
static double table[2 * N], square[ROWS][ROWS], weight[2 * N];

static void step(int n, double *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[2 * i] = a[2 * i] + 1;
}
static void fill(int n, double *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[3 * i + 1] = i;
}
static void positive(int n, double a[n], const double w[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (w[i] > 0)
      a[i] = a[i] + 1;
}
static void triangle(int n, double a[n][n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = a[i][j] * 0.5 + j;
}
static void chosen(int n, const double *w, const double *c, double *z) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    z[i] = w[i] > 0 ? c[i] : 1;
}
static void conditional(int n, const double *w, double *z) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (w[i] > 0)
      z[i] = 2;
}

// What the regions above do not write, while they run.
static int stop;
static long turns;
static void *others(void *unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
    for (int i = 1; i < 2 * N; i += 2)
      ((volatile double *)table)[i] += 1;
    for (int i = 0; i < ROWS; i++)
      for (int j = i + 1; j < ROWS; j++)
        ((volatile double *)square[i])[j] += 1;
    turns++;
  }
  return unused;
}

static void regions(void) {
  step(N, table);
  positive(2 * N, table, weight);
  triangle(ROWS, square);
}

static void checkThreads(void) {
  pthread_t thread;
  pthread_create(&thread, 0, others, 0);
  for (int r = 0; r < 50; r++)
    regions();
  __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
  pthread_join(thread, 0);
  int wrong = 0;
  for (int i = 0; i < 2 * N; i++)
    wrong += table[i] != (i % 2 == 0 ? 102 : (double)turns);
  for (int i = 0; i < ROWS; i++)
    for (int j = i + 1; j < ROWS; j++)
      wrong += square[i][j] != (double)turns;
  printf("lost: %d\n", wrong);
}

static void checkMemory(void) {
  double *z = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  double w[1024] = {0};
  for (int i = 0; i < 512; i++)
    w[i] = 1;
  fill(170, z);
  printf("%g %g %g\n", z[0], z[1], z[508]);
  mprotect(z + 512, 4096, PROT_READ);
  conditional(1024, w, z);
  printf("%g %g %g\n", z[0], z[511], z[512]);
}

// What does not exist cannot be copied, so the original loops run.
static void checkMissing(void) {
  double *z = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  double w[1024] = {0};
  for (int i = 0; i < 512; i++)
    w[i] = 1;
  mprotect(z + 512, 4096, PROT_NONE);
  conditional(1024, w, z);
  printf("%g %g\n", z[0], z[511]);
  static double out[1024];
  chosen(1024, w, z, out);
  printf("%g %g\n", out[511], out[512]);
}

int main(void) {
  const int alone = getenv("GPUTILE_REQUIRE") != 0;
  for (int i = 0; i < 2 * N; i++)
    weight[i] = i % 2 == 0 ? 1 : -1;
  regions();
  // CHECK: lost: 0
  if (!alone)
    checkThreads();
  // CHECK: 0 0 169
  // CHECK: 2 2 0
  checkMemory();
  // FALLBACK: gputile: not all memory around the elements of array 'z' can be read; the original loops run
  // FALLBACK: gputile: not all memory around the elements of array 'c' can be read; the original loops run
  // CHECK: 2 2
  // CHECK: 2 1
  if (!alone)
    checkMissing();
}
