/*===- Profile.c - Times and counts of regions ----------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Profile.h"

#include "Runtime/Call.h"
#include "Runtime/Settings.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long long gpti_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long load(const long long *counter) {
  return __atomic_load_n(counter, __ATOMIC_RELAXED);
}

static void print_table(void) {
  static const char *const heads[] = {"calls",   "device",  "fallback", "declined", "kernel ms",
                                      "copy ms", "compile", "MB in",    "MB out",   "launches"};
  fprintf(stderr, "gputile profile\n");
  for (size_t i = 0; i < sizeof heads / sizeof *heads; ++i)
    fprintf(stderr, "%10s", heads[i]);
  fprintf(stderr, "  region\n");
  for (struct gpti_record *r = gpti_records(); r; r = r->next) {
    const struct gpti_counts *const c = &r->counts;
    fprintf(stderr, "%10lld%10lld%10lld%10lld%10.3f%10.3f%10.1f%10.3f%10.3f%10lld  %s\n",
            load(&c->calls), load(&c->on_device), load(&c->fallbacks), load(&c->declined),
            (double)load(&c->kernel_ns) / 1e6, (double)load(&c->copy_ns) / 1e6,
            (double)load(&c->compile_ns) / 1e6, (double)load(&c->bytes_in) / 1e6,
            (double)load(&c->bytes_out) / 1e6, load(&c->launches), r->label);
  }
}

static pid_t table_owner;

/* A forked child that exits has its parent's handlers, and counts. */
static void print_own_table(void) {
  if (getpid() == table_owner)
    print_table();
}

static void register_table(void) {
  table_owner = getpid();
  atexit(print_own_table);
}

void gpti_profile_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_table);
}

void gpti_mark(struct gputile_rt_call *call, enum gpti_moment moment) {
  struct gpti_marks *const marks = &call->marks;
  if (!gpti_settings_get()->profile || marks->passed[moment])
    return;
  if (!marks->events[moment] &&
      gpti_cu.EventCreate(&marks->events[moment], CU_EVENT_DEFAULT) != CUDA_SUCCESS) {
    marks->events[moment] = NULL;
    return;
  }
  const int is_of_kernels = moment == GPTI_KERNELS || moment == GPTI_KERNELS_DONE;
  marks->passed[moment] =
      gpti_cu.EventRecord(marks->events[moment],
                          is_of_kernels ? call->kernels : call->stream->handle) == CUDA_SUCCESS;
}

static long long between(const struct gpti_marks *marks, enum gpti_moment from,
                         enum gpti_moment to) {
  float ms = 0;
  if (!marks->passed[from] || !marks->passed[to] ||
      gpti_cu.EventSynchronize(marks->events[to]) != CUDA_SUCCESS ||
      gpti_cu.EventElapsedTime(&ms, marks->events[from], marks->events[to]) != CUDA_SUCCESS)
    return 0;
  return (long long)((double)ms * 1e6);
}

void gpti_profile_add(struct gputile_rt_call *call) {
  struct gpti_counts *const counts = &call->record->counts;
  const struct gpti_marks *const marks = &call->marks;
  gpti_count(&counts->calls, 1);
  gpti_count(&counts->on_device, 1);
  gpti_count(&counts->launches, call->launches);
  gpti_count(&counts->bytes_in, call->bytes_in);
  gpti_count(&counts->bytes_out, call->bytes_out);
  if (!gpti_settings_get()->profile)
    return;
  const long long kernels = between(marks, GPTI_KERNELS, GPTI_KERNELS_DONE) - marks->compile_ns;
  gpti_count(&counts->kernel_ns, kernels > 0 ? kernels : 0);
  gpti_count(&counts->copy_ns, between(marks, GPTI_BEGIN, GPTI_COPIED_IN) +
                                   between(marks, GPTI_KERNELS_DONE, GPTI_COPIED_OUT) +
                                   marks->store_ns);
}

void gpti_marks_free(struct gpti_marks *marks) {
  for (int i = 0; i < GPTI_MOMENTS; ++i)
    if (marks->events[i])
      gpti_cu.EventDestroy(marks->events[i]);
  memset(marks, 0, sizeof *marks);
}
