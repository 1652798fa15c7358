/*===- Record.h - What the library knows about a region -------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* Messages, failures that stay, and counts for the profile. */

#ifndef GPUTILE_RUNTIME_RECORD_H
#define GPUTILE_RUNTIME_RECORD_H

#include "gputile/rt/gputile_rt.h"

#include <pthread.h>
#include <stdint.h>

struct gpti_kernels;

/* Of GPUTILE_PROFILE. Times in nanoseconds; changed atomically. */
struct gpti_counts {
  long long calls, on_device, fallbacks, declined, launches;
  long long kernel_ns, copy_ns, compile_ns, bytes_in, bytes_out;
};

/* One per region that ever began, for the life of the process. */
struct gpti_record {
  struct gputile_rt_region *region; /* may be gone when no call is executing */
  struct gpti_record *next;
  char label[200];      /* for the profile */
  int said;             /* the region has told why it fell back */
  pthread_mutex_t lock; /* of kernels */
  struct gpti_kernels *kernels;
  struct gpti_counts counts;
};

/* The two words of a region that are the library's. */
enum { GPTI_SLOT_RECORD = 0, GPTI_SLOT_PERMANENT = 1 };

/* The record of a region, made when there is none; null without memory. */
struct gpti_record *gpti_record_of(struct gputile_rt_region *region);
/* The latest record; the others follow by next. */
struct gpti_record *gpti_records(void);

/* The status of a failure that will not change, or 0. */
static inline int gpti_permanent(const struct gputile_rt_region *region) {
  return (int)(intptr_t)__atomic_load_n(&region->state[GPTI_SLOT_PERMANENT], __ATOMIC_ACQUIRE);
}
void gpti_set_permanent(struct gputile_rt_region *region, int status);

/* The caller asked for the original loops: says so when GPUTILE_VERBOSE is set. */
int gpti_say_declined(struct gputile_rt_region *region, int status, const char *why);
/* The device cannot be used: says so once per region, or once where no region can use it, and
 * aborts when GPUTILE_REQUIRE is set. \returns \p status. */
int gpti_say_fallback(struct gputile_rt_region *region, int status, const char *why);
/* The same for a region of another ABI, of which only the first member is known. */
int gpti_say_other_abi(const struct gputile_rt_region *region);

void gpti_count(long long *counter, long long by);

#endif
