/*===- Call.c - The beginning and the end of a call -----------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Call.h"

#include "Runtime/Kernels.h"
#include "Runtime/Residency.h"
#include "Runtime/Settings.h"

#include <stdlib.h>

static long long running_calls;

int gpti_calls_ended(void) { return __atomic_load_n(&running_calls, __ATOMIC_SEQ_CST) == 0; }

const char *gputile_rt_version(void) { return GPUTILE_RT_VERSION; }

unsigned gputile_rt_abi(void) { return GPUTILE_RT_ABI; }

static unsigned most_params(const struct gputile_rt_region *region) {
  unsigned most = 1;
  for (unsigned k = 0; k < region->kernel_count; ++k)
    if (region->kernels[k].param_count > most)
      most = region->kernels[k].param_count;
  return most;
}

static void free_call(struct gputile_rt_call *call) {
  free(call->arguments);
  free(call->argument_addresses);
  free(call->sizes);
  free(call);
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
  call->arguments = calloc(params, sizeof *call->arguments);
  call->argument_addresses = calloc(params, sizeof *call->argument_addresses);
  call->sizes = calloc(params, sizeof *call->sizes);
  if (!call->arguments || !call->argument_addresses || !call->sizes) {
    free_call(call);
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
  if (gpti_driver_start(&why)) {
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
  __atomic_fetch_add(&running_calls, 1, __ATOMIC_SEQ_CST);
  if (!is_declined(region, work)) {
    struct gputile_rt_call *const call = make_call(region);
    if (call)
      return call;
    gpti_say_fallback(region, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for the call");
  }
  __atomic_fetch_sub(&running_calls, 1, __ATOMIC_SEQ_CST);
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

/* Everything that the call borrowed goes back. */
static void give_back(struct gputile_rt_call *call, int reusable) {
  struct gpti_device *const device = call->device;
  for (unsigned a = 0; a < call->region->array_count; ++a) {
    if (!call->arrays[a].resident)
      gpti_buffer_give(device, call->arrays[a].buffer, reusable);
    call->arrays[a].buffer = NULL;
    gpti_staging_give(device, call->arrays[a].before, reusable);
    call->arrays[a].before = NULL;
  }
  gpti_buffer_give(device, call->flags, reusable);
  gpti_staging_give(device, call->staging, reusable);
  gpti_stream_give(device, call->stream, reusable);
  call->flags = NULL;
  call->staging = NULL;
  call->stream = NULL;
}

static void leave_device(struct gputile_rt_call *call) {
  if (!call->device)
    return;
  /* Until this says so, copies and kernels may be using all of it. */
  const CUresult waited =
      call->stream ? gpti_cu.StreamSynchronize(call->stream->handle) : CUDA_SUCCESS;
  gpti_marks_free(&call->marks);
  give_back(call, waited == CUDA_SUCCESS);
  if (call->is_exclusive)
    pthread_mutex_unlock(&call->device->exclusive);
  gpti_device_leave();
  call->device = NULL;
}

void gpti_call_end(struct gputile_rt_call *call) {
  leave_device(call);
  free_call(call);
  __atomic_fetch_sub(&running_calls, 1, __ATOMIC_SEQ_CST);
}

int gpti_call_failed(struct gputile_rt_call *call, struct gpti_failure *failure) {
  struct gputile_rt_region *const region = call->region;
  leave_device(call);
  for (unsigned a = 0; a < region->array_count; ++a)
    if (call->arrays[a].resident)
      gpti_resident_failed(&call->arrays[a]);
  if (gpti_error_is_sticky(failure->error))
    gpti_driver_turn_off(failure->text);
  gpti_call_end(call);
  gpti_resident_settle();
  if (failure->permanent)
    gpti_set_permanent(region, failure->status);
  return gpti_say_fallback(region, failure->status, failure->text);
}

int gputile_rt_fallback(struct gputile_rt_call *call, int status, const char *why) {
  struct gpti_failure failure = {0, 0, CUDA_SUCCESS, ""};
  gpti_fail(&failure, status, "%s", why);
  return gpti_call_failed(call, &failure);
}

int gputile_rt_nothing(struct gputile_rt_call *call) {
  gpti_count(&call->record->counts.calls, 1);
  gpti_call_end(call);
  return GPUTILE_RT_DONE;
}
