/*===- Begin.c - The beginning of a call --------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/End.h"
#include "Runtime/Kernels.h"
#include "Runtime/Release.h"
#include "Runtime/Residency.h"
#include "Runtime/Settings.h"

#include <stdlib.h>

static unsigned most_params(const struct gputile_rt_region *region) {
  unsigned most = 1;
  for (unsigned k = 0; k < region->kernel_count; ++k)
    if (region->kernels[k].param_count > most)
      most = region->kernels[k].param_count;
  return most;
}

static struct gputile_rt_call *make_call(struct gputile_rt_region *region) {
  struct gpti_record *const record = gpti_record_of(region);
  const unsigned params = most_params(region);
  struct gputile_rt_call *const call =
      record ? calloc(1, sizeof *call + region->array_count * sizeof *call->arrays) : NULL;
  if (!call)
    return NULL;
  call->region = region;
  call->record = record;
  call->array_count = region->array_count;
  call->arguments = calloc(params, sizeof *call->arguments);
  call->argument_addresses = calloc(params, sizeof *call->argument_addresses);
  call->sizes = calloc(params, sizeof *call->sizes);
  if (!call->arguments || !call->argument_addresses || !call->sizes) {
    gpti_call_free(call);
    return NULL;
  }
  for (unsigned a = 0; a < region->array_count; ++a)
    call->arrays[a].info = &region->arrays[a];
  return call;
}

/* Why the original loops are to run; null when the call may begin. Says so, too. */
static int is_declined(struct gputile_rt_region *region, long long work) {
  const struct gpti_settings *const settings = gpti_settings_get();
  const char *why = NULL;
  if (settings->disabled) {
    gpti_say_declined(region, GPUTILE_RT_DISABLED, "GPUTILE_DISABLE is set");
    return 1;
  }
  /* What is on the device already is not fetched for the sake of a small region. */
  if (work < settings->min_work && !gpti_in_data_scope()) {
    gpti_say_declined(region, GPUTILE_RT_TOO_SMALL, "the region does too little for the device");
    return 1;
  }
  if (gpti_driver_start(gpti_release_at_exit, &why)) {
    gpti_say_fallback(region, GPUTILE_RT_NO_DEVICE, why);
    gpti_set_permanent(region, GPUTILE_RT_NO_DEVICE);
    return 1;
  }
  const int permanent = gpti_permanent(region);
  if (permanent)
    gpti_say_fallback(region, permanent, "an earlier failure of this region will not change");
  return permanent != 0;
}

/* Kept out of the fast path, which then saves no registers. */
__attribute__((noinline)) static struct gputile_rt_call *
begin_slowly(struct gputile_rt_region *region, long long work) {
  const struct gpti_settings *const settings = gpti_settings_get();
  if (settings->profile)
    gpti_profile_start();
  gpti_call_counted(1);
  if (!is_declined(region, work)) {
    struct gputile_rt_call *const call = make_call(region);
    if (call)
      return call;
    gpti_say_fallback(region, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for the call");
  }
  gpti_call_counted(-1);
  gpti_resident_settle();
  return NULL;
}

struct gputile_rt_call *gputile_rt_begin(struct gputile_rt_region *region, long long work) {
  if (region->abi != GPUTILE_RT_ABI) {
    gpti_say_other_abi(region);
    gpti_resident_settle();
    return NULL;
  }
  const struct gpti_settings *const settings = gpti_settings_peek();
  if (settings && settings->quiet && !gpti_in_data_scope() &&
      (gpti_permanent(region) || settings->disabled || work < settings->min_work))
    return NULL;
  return begin_slowly(region, work);
}

int gputile_rt_decline(struct gputile_rt_region *region, int status, const char *why) {
  gpti_resident_settle();
  if (region->abi != GPUTILE_RT_ABI)
    return status;
  return gpti_say_declined(region, status, why);
}
