/*===- Profile.h - Times and counts of regions ----------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_PROFILE_H
#define GPUTILE_RUNTIME_PROFILE_H

#include "Runtime/CudaApi.h"

struct gputile_rt_call;

/* Moments of a call on the device. */
enum gpti_moment {
  GPTI_BEGIN,        /* copies to the device begin */
  GPTI_COPIED_IN,    /* they have ended */
  GPTI_KERNELS,      /* the first kernel is launched */
  GPTI_KERNELS_DONE, /* the last has ended */
  GPTI_COPIED_OUT,
  GPTI_MOMENTS
};

/* The moments of one call whose distances are its times. */
struct gpti_marks {
  CUevent events[GPTI_MOMENTS];
  int passed[GPTI_MOMENTS];
  long long compile_ns; /* between the first kernel and the last */
  long long store_ns;   /* from staging to the program's memory */
};

long long gpti_now_ns(void);

/* Has the table printed when the process ends. */
void gpti_profile_start(void);

/* Notes that the stream arrives at a moment; does nothing unless GPUTILE_PROFILE is set.
 * Failures leave times out and nothing else. */
void gpti_mark(struct gputile_rt_call *call, enum gpti_moment moment);
/* Adds a call that has succeeded to its region's counts. */
void gpti_profile_add(struct gputile_rt_call *call);
void gpti_marks_free(struct gpti_marks *marks);

#endif
