// Two threads that run regions on different elements of one array lose nothing and do not
// touch each other's elements, also while the array stays on the device.
// RUN: %clang -fplugin=%plugin -O1 -g -fsanitize=thread -w %s %link_rt -o %t
// RUN: %on_cpu TSAN_OPTIONS=exitcode=66:halt_on_error=0 %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=RAN < %t.err
// RAN-NOT: {{WARNING: ThreadSanitizer|original loops}}
// RAN: gputile: threads_even{{.*}}: 1 launches
// RAN-NOT: {{WARNING: ThreadSanitizer|original loops}}
#include <pthread.h>
#include <stdio.h>

enum { N = 2000, ROUNDS = 20 };
static double a[2 * N], w[2 * N];
static pthread_barrier_t barrier;

static void even(int n, double *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[2 * i] = a[2 * i] + 1;
}
static void odd(int n, double *restrict a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    a[2 * i + 1] = a[2 * i + 1] + 1;
}
static void positive(int n, double a[restrict n], const double w[restrict n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (w[i] > 0)
      a[i] = a[i] + 1;
}
static void negative(int n, double a[restrict n], const double w[restrict n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (w[i] < 0)
      a[i] = a[i] + 1;
}
static void stay(int n, double a[restrict n], const double w[restrict n], double sign, int place) {
#pragma gpu_tile data(copy: a copyin: w)
  {
    for (int r = 0; r < 3; r++) {
#pragma gpu_tile
      for (int i = 0; i < n; i++)
        if (w[i] * sign > 0)
          a[i] = a[i] + 1;
    }
#pragma gpu_tile
    for (int i = 0; i < n / 2; i++)
      a[2 * i + place] = a[2 * i + place] - 2;
  }
}

static void *first(void *unused) {
  for (int r = 1; r < ROUNDS; r++) {
    pthread_barrier_wait(&barrier);
    even(N, a);
    pthread_barrier_wait(&barrier);
    positive(2 * N, a, w);
    pthread_barrier_wait(&barrier);
    stay(2 * N, a, w, 1, 0);
  }
  return unused;
}
static void *second(void *unused) {
  for (int r = 1; r < ROUNDS; r++) {
    pthread_barrier_wait(&barrier);
    odd(N, a);
    pthread_barrier_wait(&barrier);
    negative(2 * N, a, w);
    pthread_barrier_wait(&barrier);
    stay(2 * N, a, w, -1, 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2 * N; i++)
    w[i] = i % 2 == 0 ? 1 : -1;
  // The backend, which ThreadSanitizer does not see through, starts in one thread.
  even(N, a);
  odd(N, a);
  positive(2 * N, a, w);
  negative(2 * N, a, w);
  stay(2 * N, a, w, 1, 0);
  stay(2 * N, a, w, -1, 1);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  int lost = 0;
  for (int i = 0; i < 2 * N; i++)
    lost += a[i] != 3 * ROUNDS;
  printf("lost: %d\n", lost); // CHECK: lost: 0
}
