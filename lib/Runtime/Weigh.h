/*===- Weigh.h - Whether a call is worth it ------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_WEIGH_H
#define GPUTILE_RUNTIME_WEIGH_H

#include "gputile/rt/gputile_rt.h"

/* Estimates in nanoseconds. They need no device: the same call is answered in the same way
 * everywhere, as functions may round differently there. */

/* Launches, waits between blocks, and instructions of one kernel with \p threads in a block. Few
 * threads start an instruction only when the one before it is done, and few blocks leave
 * multiprocessors idle. */
double gpti_kernel_ns(const struct gputile_rt_rates *rates,
                      const struct gputile_rt_kernel_work *work, unsigned threads,
                      enum gputile_rt_mode mode);

/* A call's own work, and copies of so many bytes of memory that is not pinned. */
double gpti_copies_ns(const struct gputile_rt_rates *rates, double bytes_in, double bytes_out);

/* The original loops: \p host_ns, or longer where the memory that they read and write is slower. */
double gpti_loops_ns(double host_ns, double bytes_in, double bytes_out);

#endif
