/*===- Weigh.c - Whether a call is worth it ------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Weigh.h"

#include "Runtime/End.h"
#include "Runtime/Residency.h"
#include "Runtime/Settings.h"
#include "Runtime/Transfer.h"

#include <stdio.h>

/* Bytes a nanosecond that a core reads or writes in the host's memory. */
static const double host_memory = 12;
/* What a call takes that copies and launches nothing. */
static const double call_ns = 5e4;
/* From an instruction to one that needs its result, in cycles. */
static const double dependent_cycles = 6;

static double at_least(double least, double value) { return value > least ? value : least; }
static double at_most(double most, double value) { return value < most ? value : most; }

double gpti_kernel_ns(const struct gputile_rt_rates *rates,
                      const struct gputile_rt_kernel_work *work, unsigned threads,
                      enum gputile_rt_mode mode) {
  const double launches = at_least(1, work->launches);
  const double steps = at_least(launches, work->steps);
  const double blocks = at_least(1, work->blocks / steps);
  const double busy = at_most(1, blocks / at_least(1, rates->multiprocessors));
  const double rate =
      at_most(rates->instructions * busy, blocks * threads * rates->clock / dependent_cycles);
  const double step = mode == GPUTILE_RT_COOPERATIVE ? rates->grid_barrier
                      : mode == GPUTILE_RT_FLAGS     ? rates->flag
                                                     : rates->launch;
  return launches * rates->launch + (steps - launches) * step +
         at_least(0, work->instructions) / rate;
}

double gpti_copies_ns(const struct gputile_rt_rates *rates, double bytes_in, double bytes_out) {
  return call_ns + bytes_in / rates->to_device + bytes_out / rates->to_host +
         (bytes_in + bytes_out) / host_memory;
}

double gpti_loops_ns(double host_ns, double bytes_in, double bytes_out) {
  return at_least(host_ns, (bytes_in + bytes_out) / host_memory);
}

static double bytes_copied(const struct gputile_rt_call *call, enum gputile_rt_box_kind kind) {
  double bytes = 0;
  for (unsigned a = 0; a < call->region->array_count; ++a) {
    const struct gpti_array *const array = &call->arrays[a];
    if (array->info->on_device && !array->info->is_private)
      bytes += (double)gpti_box_bytes(array, &array->box[kind]);
  }
  return bytes;
}

int gputile_rt_weigh(struct gputile_rt_call *call, const struct gputile_rt_rates *rates,
                     double host_ns, const struct gputile_rt_kernel_work *work) {
  const struct gpti_settings *const settings = gpti_settings_get();
  /* What is on the device already would have to be fetched. */
  if (settings->min_work == 0 || settings->require || gpti_in_data_scope())
    return GPUTILE_RT_DONE;
  struct gputile_rt_region *const region = call->region;
  const double in = bytes_copied(call, GPUTILE_RT_IN), out = bytes_copied(call, GPUTILE_RT_OUT);
  const double copies = gpti_copies_ns(rates, in, out), loops = gpti_loops_ns(host_ns, in, out);
  double device = copies;
  for (unsigned k = 0; k < region->kernel_count; ++k) {
    const struct gputile_rt_kernel_info *const info = &region->kernels[k];
    device += gpti_kernel_ns(rates, &work[k], info->block[0] * info->block[1] * info->block[2],
                             (enum gputile_rt_mode)info->mode);
  }
  if (device <= loops)
    return GPUTILE_RT_DONE;
  char why[160];
  snprintf(why, sizeof why,
           "the device would take about %.3g ms, %.3g of them for copies, and the loops %.3g",
           device / 1e6, copies / 1e6, loops / 1e6);
  gpti_call_end(call);
  return gpti_say_declined(region, GPUTILE_RT_TOO_SMALL, why);
}
