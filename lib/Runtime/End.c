/*===- End.c - The end of a call ----------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/End.h"

#include "Runtime/Nvtx.h"
#include "Runtime/Residency.h"
#include "Runtime/Settings.h"

#include <stdio.h>
#include <stdlib.h>

static long long running_calls;

int gpti_calls_ended(void) { return __atomic_load_n(&running_calls, __ATOMIC_SEQ_CST) == 0; }

void gpti_call_counted(int by) { __atomic_fetch_add(&running_calls, by, __ATOMIC_SEQ_CST); }

void gpti_call_free(struct gputile_rt_call *call) {
  for (unsigned a = 0; a < call->array_count; ++a)
    gpt_rows_end(&call->arrays[a].rows);
  free(call->arguments);
  free(call->argument_addresses);
  free(call->sizes);
  free(call);
}

/* Everything that the call borrowed goes back. */
static void give_back(struct gputile_rt_call *call, int reusable) {
  struct gpti_device *const device = call->device;
  for (unsigned a = 0; a < call->array_count; ++a) {
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

static void free_events(struct gputile_rt_call *call) {
  gpti_marks_free(&call->marks);
  if (call->done)
    gpti_cu.EventDestroy(call->done);
  call->done = NULL;
}

static void leave_device(struct gputile_rt_call *call) {
  if (!call->device)
    return;
  /* Until this says so, copies and kernels may be using all of it. */
  CUresult waited = CUDA_SUCCESS;
  if (call->stream) {
    waited = gpti_cu.StreamSynchronize(call->stream->handle);
    if (call->queue && waited == CUDA_SUCCESS)
      waited = gpti_cu.StreamSynchronize(call->kernels);
  }
  free_events(call);
  give_back(call, waited == CUDA_SUCCESS);
  if (call->is_exclusive)
    pthread_mutex_unlock(&call->device->exclusive);
  gpti_device_leave();
  call->device = NULL;
}

void gpti_call_end(struct gputile_rt_call *call) {
  leave_device(call);
  if (call->has_range)
    gpti_range_pop();
  gpti_call_free(call);
  gpti_call_counted(-1);
}

void gpti_call_say_done(const struct gputile_rt_call *call, const char *how) {
  const struct gputile_rt_region *const region = call->region;
  if (gpti_settings_get()->verbose)
    fprintf(stderr,
            "%s:%u: gputile: %s: %lld launches, %lld bytes on the device, %lld in, %lld out%s\n",
            region->file, region->line, region->name, call->launches, call->allocated,
            call->bytes_in, call->bytes_out, how);
}

void gpti_call_end_later(struct gputile_rt_call *call) {
  gpti_profile_add(call);
  free_events(call);
  give_back(call, 1);
  gpti_call_free(call);
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
