/*===- Finish.c - Results, and the end of the process ---------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/End.h"

#include "Runtime/Kernels.h"
#include "Runtime/Nvtx.h"
#include "Runtime/Queue.h"
#include "Runtime/Residency.h"
#include "Runtime/Store.h"
#include "Runtime/Transfer.h"

/* Results of arrays that stay on the device are not fetched. */
static int is_stored(const struct gpti_array *array) {
  return array->info->on_device && array->box[GPUTILE_RT_OUT].used && !array->resident &&
         !array->in_place && !array->info->is_private;
}

static int collect(struct gputile_rt_call *call, struct gpti_failure *failure) {
  unsigned long long total = 0;
  for (unsigned a = 0; a < call->region->array_count; ++a)
    if (is_stored(&call->arrays[a]))
      total += (unsigned long long)gpti_box_bytes(&call->arrays[a],
                                                  &call->arrays[a].box[GPUTILE_RT_OUT]);
  if (total == 0)
    return 0;
  call->staging = gpti_staging_take(call->device, total);
  if (!call->staging)
    return gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for results (%llu bytes)",
                     total);
  char *to = call->staging->memory;
  for (unsigned a = 0; a < call->region->array_count; ++a) {
    const struct gpti_array *const array = &call->arrays[a];
    if (!is_stored(array))
      continue;
    const CUresult error =
        gpti_copy_to_staging(array, &array->box[GPUTILE_RT_OUT], to, call->stream->handle);
    if (error != CUDA_SUCCESS)
      return gpti_fail_cuda(failure, error,
                            "copy from the device failed for array '%s' (%lld bytes)",
                            array->info->name, gpti_array_bytes(array));
    to += gpti_box_bytes(array, &array->box[GPUTILE_RT_OUT]);
  }
  const CUresult error = gpti_cu.StreamSynchronize(call->stream->handle);
  return error == CUDA_SUCCESS
             ? 0
             : gpti_fail_cuda(failure, error, "copy from the device failed (%llu bytes)", total);
}

/* The results of one array, which follow one another at \p from. */
static void store_array(const struct gpti_array *array, const char *from) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_OUT];
  if (!gpti_is_partial(array)) {
    gpti_store_staging(array, box, from);
    return;
  }
  const struct gpti_packed after = {box, from};
  struct gpti_packed before = {&array->box[GPUTILE_RT_IN], NULL};
  if (array->compared)
    before.memory = array->before->memory;
  gpti_store_part(array, &after, array->compared ? &before : NULL);
}

/* Nothing can fail any more. */
static void store(struct gputile_rt_call *call) {
  const long long begin = gpti_now_ns();
  const char *from = call->staging ? call->staging->memory : NULL;
  for (unsigned a = 0; a < call->region->array_count; ++a) {
    struct gpti_array *const array = &call->arrays[a];
    const struct gpti_box *const box = &array->box[GPUTILE_RT_OUT];
    if (array->resident)
      gpti_resident_written(array);
    if (!is_stored(array))
      continue;
    store_array(array, from);
    gpt_rows_scatter(&array->rows, array->first);
    from += gpti_box_bytes(array, box);
    call->bytes_out += gpti_box_bytes(array, box);
  }
  call->marks.store_ns = gpti_now_ns() - begin;
}

static CUresult wait_for_kernels(struct gputile_rt_call *call) {
  gpti_range_push("wait for kernels");
  const CUresult error = gpti_cu.StreamSynchronize(call->kernels);
  gpti_range_pop();
  return error;
}

static int finish(struct gputile_rt_call *call, struct gpti_failure *failure) {
  const CUresult error = wait_for_kernels(call);
  if (error != CUDA_SUCCESS)
    return gpti_fail_cuda(failure, error, "a kernel failed");
  if (call->is_exclusive) {
    pthread_mutex_unlock(&call->device->exclusive);
    call->is_exclusive = 0;
  }
  gpti_range_push("results");
  const int status = collect(call, failure);
  gpti_mark(call, GPTI_COPIED_OUT);
  if (status == 0)
    store(call);
  gpti_range_pop();
  return status;
}

int gputile_rt_finish(struct gputile_rt_call *call) {
  struct gpti_failure failure = {0, 0, CUDA_SUCCESS, ""};
  gpti_mark(call, GPTI_KERNELS_DONE);
  if (gpti_queue_leave(call))
    return GPUTILE_RT_DONE;
  if (finish(call, &failure))
    return gpti_call_failed(call, &failure);
  gpti_call_say_done(call, "");
  gpti_profile_add(call);
  gpti_call_end(call);
  return GPUTILE_RT_DONE;
}
