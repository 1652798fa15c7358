/*===- Program.c - A program with regions, compared with its original ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* usage: program MODE... with the modes of the table below. Status 0 when all memory is
 * as the original loops leave it, 1 when not. What regions say goes to stderr; with
 * `statuses` as the first mode, the status of each region is printed. */

#include "Regions.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most = 4096, repeats = 3, thread_count = 8 };

static int print_statuses;

static double start_value(int i) { return (double)(i * 37 % 101) - 50; }

static void fill(double *A, int n) {
  for (int i = 0; i < n; ++i)
    A[i] = start_value(i);
}

static int compare(const char *what, const double *found, const double *expected, int n) {
  for (int i = 0; i < n; ++i)
    if (memcmp(&found[i], &expected[i], sizeof *found) != 0) {
      printf("%s: element %d is %g, not %g\n", what, i, found[i], expected[i]);
      return 1;
    }
  return 0;
}

static void tell(const char *what) {
  if (print_statuses)
    printf("%s %d\n", what, last_status);
}

struct data {
  double A[most], B[most], C[most], D[most];
};

static struct data *new_data(void) {
  struct data *const data = malloc(sizeof *data);
  if (!data)
    abort();
  fill(data->A, most);
  fill(data->B, most);
  memcpy(data->C, data->A, sizeof data->A);
  memcpy(data->D, data->B, sizeof data->B);
  return data;
}

static int same(const char *what, const struct data *d) {
  return compare(what, d->A, d->C, most) | compare(what, d->B, d->D, most);
}

/* Three sets of sizes: two versions are specialised, the third is not. */
static int run_plain(void) {
  static const int sizes[] = {200, 1000, 333};
  struct data *const d = new_data();
  int wrong = 0;
  for (int r = 0; r < repeats; ++r)
    for (int s = 0; s < 3; ++s) {
      jacobi(3, sizes[s], d->A, d->B);
      tell("plain");
      plain_jacobi(3, sizes[s], d->C, d->D);
      wrong |= same("plain", d);
    }
  free(d);
  return wrong;
}

static int run_together(void) {
  struct data *const d = new_data();
  int wrong = 0;
  for (int r = 0; r < repeats; ++r) {
    jacobi_together(3, 500, d->A);
    tell("together");
    plain_jacobi_together(3, 500, d->C);
    wrong |= same("together", d);
  }
  free(d);
  return wrong;
}

/* Growing, so that the memory of flags is outgrown. */
static int run_flags(void) {
  struct data *const d = new_data();
  int wrong = 0;
  for (int r = 0; r < repeats; ++r) {
    running_sum(1000 * (r + 1), d->A);
    tell("flags");
    plain_running_sum(1000 * (r + 1), d->C);
    wrong |= same("flags", d);
  }
  free(d);
  return wrong;
}

static int run_rows(void) {
  struct data *const d = new_data();
  int wrong = 0;
  for (int r = 0; r < repeats; ++r) {
    scale(20, 70, 100, d->A, 1.5);
    tell("rows");
    plain_scale(20, 70, 100, d->C, 1.5);
    wrong |= same("rows", d);
  }
  free(d);
  return wrong;
}

/* Regions of several kinds share arrays that stay on the device. */
static int run_resident(void) {
  struct data *const d = new_data();
  int wrong = 0;
  for (int r = 0; r < repeats; ++r) {
    const void *const hosts[] = {d->A, d->B};
    gputile_rt_data_begin("regions.c", 50, 2, hosts);
    jacobi(2, 500, d->A, d->B);
    tell("resident");
    gputile_rt_data_begin("regions.c", 51, 1, hosts);
    running_sum(700, d->A);
    tell("resident");
    gputile_rt_data_end();
    jacobi(2, 1000, d->A, d->B);
    tell("resident");
    scale(10, 70, 100, d->B, 0.5);
    tell("resident");
    jacobi(1, 400, d->B, d->A);
    tell("resident");
    gputile_rt_data_end();
    plain_jacobi(2, 500, d->C, d->D);
    plain_running_sum(700, d->C);
    plain_jacobi(2, 1000, d->C, d->D);
    plain_scale(10, 70, 100, d->D, 0.5);
    plain_jacobi(1, 400, d->D, d->C);
    wrong |= same("resident", d);
  }
  free(d);
  return wrong;
}

static double weights[most];

/* Results that are parts of boxes, outside of scopes and inside, between others. */
static int run_parts(void) {
  struct data *const d = new_data();
  int wrong = 0;
  fill(weights, most);
  for (int r = 0; r < repeats; ++r) {
    const void *const hosts[] = {d->A, d->B, weights};
    add_parts(500, r % 2, 1, d->A, d->B, weights);
    tell("parts");
    gputile_rt_data_begin("regions.c", 70, 3, hosts);
    for (int step = 0; step < 3; ++step) {
      add_parts(400, step % 2, step % 2 ? -1 : 1, d->A, d->B, weights);
      tell("parts");
      jacobi(1, 300, d->A, d->B);
      tell("parts");
    }
    running_sum(200, d->A);
    add_parts(450, 1, 1, d->A, d->B, weights);
    gputile_rt_data_end();
    plain_add_parts(500, r % 2, 1, d->C, d->D, weights);
    for (int step = 0; step < 3; ++step) {
      plain_add_parts(400, step % 2, step % 2 ? -1 : 1, d->C, d->D, weights);
      plain_jacobi(1, 300, d->C, d->D);
    }
    plain_running_sum(200, d->C);
    plain_add_parts(450, 1, 1, d->C, d->D, weights);
    wrong |= same("parts", d);
  }
  free(d);
  return wrong;
}

/* Two threads and their elements of the same arrays. */
static struct data *shared_data;

static void *add_odd_or_even(void *odd) {
  const void *const hosts[] = {shared_data->A, shared_data->B};
  const int place = odd != NULL;
  for (int r = 0; r < 10; ++r) {
    add_parts(500, place, place ? -1 : 1, shared_data->A, shared_data->B, weights);
    gputile_rt_data_begin("regions.c", 80, 2, hosts);
    for (int step = 0; step < 3; ++step)
      add_parts(400, place, place ? -1 : 1, shared_data->A, shared_data->B, weights);
    gputile_rt_data_end();
  }
  return NULL;
}

static int run_disjoint(void) {
  struct data *const d = shared_data = new_data();
  pthread_t thread;
  fill(weights, most);
  if (pthread_create(&thread, NULL, add_odd_or_even, weights) != 0)
    abort();
  add_odd_or_even(NULL);
  pthread_join(thread, NULL);
  for (int place = 0; place < 2; ++place)
    for (int r = 0; r < 10; ++r)
      for (int step = 0; step < 4; ++step)
        plain_add_parts(step == 0 ? 500 : 400, place, place ? -1 : 1, d->C, d->D, weights);
  const int wrong = same("disjoint", d);
  free(d);
  return wrong;
}

/* What regions between resident arrays' own see of them. */
static int run_resident_alias(void) {
  struct data *const d = new_data();
  const void *const hosts[] = {d->A};
  gputile_rt_data_begin("regions.c", 60, 1, hosts);
  running_sum(100, d->A);
  running_sum(200, d->A + 10); /* not resident, but overlaps */
  tell("alias");
  running_sum(150, d->A);
  gputile_rt_data_end();
  plain_running_sum(100, d->C);
  plain_running_sum(200, d->C + 10);
  plain_running_sum(150, d->C);
  const int wrong = same("alias", d);
  free(d);
  return wrong;
}

static void *run_thread(void *result) {
  int wrong = run_plain();
  wrong |= run_together();
  wrong |= run_flags();
  wrong |= run_rows();
  wrong |= run_resident();
  *(int *)result = wrong;
  return NULL;
}

static int run_threads(void) {
  pthread_t threads[thread_count];
  int results[thread_count], wrong = 0;
  for (int t = 0; t < thread_count; ++t)
    if (pthread_create(&threads[t], NULL, run_thread, &results[t]) != 0)
      abort();
  for (int t = 0; t < thread_count; ++t) {
    pthread_join(threads[t], NULL);
    wrong |= results[t];
  }
  return wrong;
}

/* Kernels whose blocks wait for one another never share the device: while one has been
 * launched and not waited for, another thread's launch does not happen. */
static struct {
  pthread_t thread;
  int started, launched, too_early;
  struct data *data;
} other;

static void note_launch(void) { __atomic_store_n(&other.launched, 1, __ATOMIC_SEQ_CST); }

static void *run_other(void *unused) {
  (void)unused;
  after_launch = note_launch;
  running_sum(700, other.data->A);
  return NULL;
}

static void start_other(void) {
  const struct timespec long_enough = {0, 200 * 1000 * 1000};
  if (pthread_create(&other.thread, NULL, run_other, NULL) != 0)
    abort();
  other.started = 1;
  nanosleep(&long_enough, NULL);
  other.too_early = __atomic_load_n(&other.launched, __ATOMIC_SEQ_CST);
}

static int run_exclusive(void) {
  int wrong = run_together() | run_flags(); /* Nothing is left to compile. */
  struct data *const d = new_data();
  memset(&other, 0, sizeof other);
  other.data = new_data();
  after_launch = start_other;
  jacobi_together(3, 500, d->A);
  after_launch = NULL;
  plain_jacobi_together(3, 500, d->C);
  wrong |= same("exclusive", d);
  if (other.started) {
    pthread_join(other.thread, NULL);
    plain_running_sum(700, other.data->C);
    wrong |= same("the other", other.data);
    if (other.too_early || !other.launched)
      printf("exclusive: the other kernel was launched %s\n", other.launched ? "beside" : "never"),
          wrong = 1;
  } else {
    printf("exclusive: no kernel was launched\n"), wrong = 1;
  }
  free(other.data);
  free(d);
  return wrong;
}

/* A child of a process that has used the device runs the original loops. */
static int run_fork(void) {
  int wrong = run_plain();
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    wrong = run_plain();
    if (last_status == GPUTILE_RT_DONE)
      printf("fork: the child used the device\n"), wrong = 1;
    fflush(stdout);
    setenv("GPUTILE_CPU_LEAKS", "0", 1); /* they are the parent's */
    exit(wrong);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return wrong | status | run_plain();
}

/* Forked before the device is used, both processes may use it. */
static int run_fork_first(void) {
  const pid_t child = fork();
  if (child == 0)
    exit(run_plain() | (last_status != GPUTILE_RT_DONE));
  int status = 1;
  const int wrong = run_plain() | (last_status != GPUTILE_RT_DONE);
  waitpid(child, &status, 0);
  return wrong | status;
}

static int run_overlap(void) {
  struct data *const d = new_data();
  const int status = jacobi(2, 100, d->A, d->A + 50);
  plain_jacobi(2, 100, d->C, d->C + 50);
  const int wrong = same("overlap", d) | (status == GPUTILE_RT_DONE);
  free(d);
  return wrong;
}

static int run_empty(void) {
  struct data *const d = new_data();
  const int status = jacobi(2, 2, d->A, d->B);
  const int wrong = same("empty", d) | (status > 0);
  free(d);
  return wrong;
}

static int run_other_abi(void) {
  jacobi_region.abi = GPUTILE_RT_ABI + 1;
  return run_plain() | (last_status != -1);
}

static int run_release(void) {
  int wrong = run_plain();
  gputile_rt_release();
  gputile_rt_release();
  return wrong | run_plain();
}

/* The program's kernels are for this device, and damaged. */
static int run_bad_image(void) {
  static const unsigned char bytes[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
  static const struct gputile_rt_image images[] = {{"sm_90", 0, bytes, sizeof bytes},
                                                   {"sm_52", 0, bytes, sizeof bytes}};
  jacobi_region.images = images;
  jacobi_region.image_count = 2;
  return run_plain();
}

/* The program's kernels are those of TEST_IMAGE, for TEST_ARCH; of them TEST_SIZE bytes. */
static int run_image(void) {
  static struct gputile_rt_image image;
  const char *const path = getenv("TEST_IMAGE"), *const size = getenv("TEST_SIZE");
  FILE *const file = path ? fopen(path, "rb") : NULL;
  unsigned char *const bytes = malloc(1 << 22);
  if (!file || !bytes)
    return 1;
  image.size = fread(bytes, 1, 1 << 22, file);
  fclose(file);
  if (size)
    image.size = strtoul(size, NULL, 10);
  image.arch = getenv("TEST_ARCH");
  image.bytes = bytes;
  jacobi_region.images = &image;
  jacobi_region.image_count = 1;
  const int wrong = run_plain();
  jacobi_region.image_count = 0;
  free(bytes);
  return wrong;
}

/* The same array three times: it goes to the device once, and comes back once. */
static int run_stay(void) {
  struct data *const d = new_data();
  const void *const hosts[] = {d->A};
  gputile_rt_data_begin("regions.c", 70, 1, hosts);
  for (int r = 0; r < repeats; ++r)
    running_sum(500, d->A);
  gputile_rt_data_end();
  for (int r = 0; r < repeats; ++r)
    plain_running_sum(500, d->C);
  const int wrong = same("stay", d);
  free(d);
  return wrong;
}

/* A region that declines inside of a scope sees what regions before it computed. The last
 * region's input is partly newer on the device, partly only in the program. */
static int run_decline(void) {
  struct data *const d = new_data();
  const void *const hosts[] = {d->A};
  gputile_rt_data_begin("regions.c", 80, 1, hosts);
  running_sum(1000, d->A);
  gputile_rt_decline(&jacobi_region, GPUTILE_RT_DISABLED, "clause if(...) does not hold");
  plain_jacobi(2, 500, d->A, d->B);
  running_sum(400, d->A);
  running_sum(900, d->A);
  gputile_rt_data_end();
  plain_running_sum(1000, d->C);
  plain_jacobi(2, 500, d->C, d->D);
  plain_running_sum(400, d->C);
  plain_running_sum(900, d->C);
  const int wrong = same("decline", d);
  free(d);
  return wrong;
}

/* Loops that are said to be fast, the same that are said to be slow, and fast ones whose arrays
 * are on the device. */
static int run_weigh(void) {
  static const double host_ns[] = {0.5, 1e6, 0.5};
  struct data *const d = new_data();
  const void *const hosts[] = {d->A, d->B};
  for (int r = 0; r < 3; ++r) {
    jacobi_host_ns = host_ns[r];
    if (r == 2)
      gputile_rt_data_begin("regions.c", 90, 2, hosts);
    jacobi(3, 1000, d->A, d->B);
    tell("weigh");
    if (r == 2)
      gputile_rt_data_end();
    plain_jacobi(3, 1000, d->C, d->D);
  }
  const int wrong = same("weigh", d);
  free(d);
  return wrong;
}

/* The program uses the driver itself: its context stays current. */
static int run_context(void) {
  void *const library = dlopen(getenv("GPUTILE_CPU_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  int (*init)(unsigned), (*retain)(void **, int), (*release)(int), (*push)(void *), (*pop)(void **);
  int (*current)(void **);
  if (!library)
    return 1;
  const struct {
    const char *name;
    void *slot;
  } symbols[] = {{"cuInit", &init},
                 {"cuDevicePrimaryCtxRetain", &retain},
                 {"cuDevicePrimaryCtxRelease_v2", &release},
                 {"cuCtxPushCurrent_v2", &push},
                 {"cuCtxPopCurrent_v2", &pop},
                 {"cuCtxGetCurrent", &current}};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i) {
    void *const symbol = dlsym(library, symbols[i].name);
    memcpy(symbols[i].slot, &symbol, sizeof symbol);
  }
  void *context = NULL, *now = NULL;
  /* A failure on purpose may be ours: then there is nothing to see. */
  if (init(0) || retain(&context, 0))
    return run_plain();
  const int pushed = push(context) == 0;
  int wrong = run_plain();
  if (pushed && current(&now) == 0 && now != context)
    printf("context: the current context is another one\n"), wrong = 1;
  if (pushed && pop(&now) == 0 && current(&now) == 0 && now)
    printf("context: a context was left behind\n"), wrong = 1;
  release(0);
  return wrong;
}

static int run_bad_text(void) {
  jacobi_region.source = "extern \"C\" __global__ void average( { }\n";
  return run_plain() | (last_status == GPUTILE_RT_DONE);
}

static const struct {
  const char *name;
  int (*run)(void);
} modes[] = {{"plain", run_plain},
             {"together", run_together},
             {"flags", run_flags},
             {"rows", run_rows},
             {"resident", run_resident},
             {"alias", run_resident_alias},
             {"threads", run_threads},
             {"fork", run_fork},
             {"overlap", run_overlap},
             {"empty", run_empty},
             {"abi", run_other_abi},
             {"release", run_release},
             {"bad-image", run_bad_image},
             {"bad-text", run_bad_text},
             {"image", run_image},
             {"stay", run_stay},
             {"fork-first", run_fork_first},
             {"decline", run_decline},
             {"context", run_context},
             {"exclusive", run_exclusive},
             {"parts", run_parts},
             {"disjoint", run_disjoint},
             {"weigh", run_weigh}};

int main(int argc, char **argv) {
  int wrong = 0;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "statuses") == 0) {
      print_statuses = 1;
      continue;
    }
    size_t m = 0;
    while (m < sizeof modes / sizeof *modes && strcmp(modes[m].name, argv[i]) != 0)
      ++m;
    if (m == sizeof modes / sizeof *modes) {
      fprintf(stderr, "unknown mode '%s'\n", argv[i]);
      return 2;
    }
    wrong |= modes[m].run();
  }
  return wrong != 0;
}
