/*===- Start.c - The device, its memory, and copies to it -----*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/End.h"

#include "Runtime/DeviceMemory.h"
#include "Runtime/Kernels.h"
#include "Runtime/Nvtx.h"
#include "Runtime/Probe.h"
#include "Runtime/Queue.h"
#include "Runtime/Residency.h"
#include "Runtime/Transfer.h"

#include <stdint.h>

static int enter_device(struct gputile_rt_call *call, struct gpti_failure *failure) {
  const char *what = NULL;
  CUresult error = CUDA_SUCCESS;
  struct gpti_device *const device = gpti_device_get(&what, &error);
  if (!device)
    return gpti_fail_cuda(failure, error, "%s", what);
  error = gpti_device_enter(device);
  if (error != CUDA_SUCCESS)
    return gpti_fail_cuda(failure, error, "the device's context cannot be used");
  call->device = device;
  error = gpti_stream_take(device, &call->stream);
  if (error != CUDA_SUCCESS)
    return gpti_fail_cuda(failure, error, "no stream of the device");
  call->kernels = call->stream->handle;
  return 0;
}

static int array_failed(struct gpti_failure *failure, CUresult error, const char *what,
                        const struct gpti_array *array) {
  return gpti_fail_cuda(failure, error, "%s for array '%s' (%lld bytes)", what, array->info->name,
                        gpti_array_bytes(array));
}

static int is_on_device(const struct gpti_array *array) {
  return array->info->on_device && array->box[GPUTILE_RT_ALL].used;
}

static int allocate(struct gputile_rt_call *call, struct gpti_array *array,
                    struct gpti_failure *failure) {
  const long long bytes = gpti_array_bytes(array);
  CUresult error = CUDA_SUCCESS;
  if (array->in_place)
    return 0;
  if (array->resident) {
    error = gpti_resident_attach(array, call->device);
  } else {
    error = gpti_buffer_take(call->device, (unsigned long long)bytes, &array->buffer);
    if (error == CUDA_SUCCESS)
      array->device =
          array->buffer->address - (CUdeviceptr)(array->first * (long long)array->info->bytes);
  }
  call->allocated += bytes;
  return error == CUDA_SUCCESS ? 0 : array_failed(failure, error, "no memory of the device", array);
}

static int cannot_read(const struct gpti_array *array, struct gpti_failure *failure) {
  return gpti_fail(failure, GPUTILE_RT_GUARD,
                   "not all memory around the elements of array '%s' can be read",
                   array->info->name);
}

/* Brings rows together that lie behind pointers. */
static int gather(struct gpti_array *array, struct gpti_failure *failure) {
  if (array->rows.levels == 0 || array->rows.even)
    return 0;
  const long long offset = array->first * (long long)array->info->bytes;
  if (!gpt_rows_gather(&array->rows, array->first, array->count, array->box[GPUTILE_RT_OUT].used))
    return array->rows.unreadable
               ? cannot_read(array, failure)
               : gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY,
                           "no host memory for array '%s' (%lld bytes)", array->info->name,
                           gpti_array_bytes(array));
  /* All of the copy exists, and what has changed in it is stored. */
  array->probed = array->compared = 0;
  array->host = (char *)((uintptr_t)array->rows.dense - (uintptr_t)offset);
  return 0;
}

/* Memory of the host for values before the kernels. */
static int take_before(struct gputile_rt_call *call, struct gpti_array *array, long long bytes,
                       struct gpti_failure *failure) {
  gpti_staging_give(call->device, array->before, 1);
  array->before = gpti_staging_take(call->device, (unsigned long long)bytes);
  return array->before ? 0
                       : gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY,
                                   "no host memory for array '%s' (%lld bytes)", array->info->name,
                                   bytes);
}

static int copy_to_device(struct gputile_rt_call *call, struct gpti_array *array,
                          struct gpti_failure *failure) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_IN];
  const long long bytes = gpti_box_bytes(array, box);
  CUstream stream = call->stream->handle;
  CUresult error = CUDA_SUCCESS;
  if (array->probed) {
    if (take_before(call, array, bytes, failure))
      return failure->status;
    if (!gpti_probe_box(array, box, array->before->memory))
      return cannot_read(array, failure);
    error = gpti_copy_from_staging(array, box, array->before->memory, stream);
  } else {
    error = gpti_copy_to_device(array, box, stream);
  }
  call->bytes_in += bytes;
  if (error != CUDA_SUCCESS)
    return array_failed(failure, error, "copy to the device failed", array);
  if (array->resident)
    gpti_resident_copied_in(array);
  return 0;
}

/* What results of a resident array are compared with. */
static int copy_before(struct gputile_rt_call *call, struct gpti_array *array,
                       struct gpti_failure *failure) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_OUT];
  /* The staging of the input may be in use. */
  CUresult error = gpti_cu.StreamSynchronize(call->stream->handle);
  if (error == CUDA_SUCCESS) {
    if (take_before(call, array, gpti_box_bytes(array, box), failure))
      return failure->status;
    error = gpti_copy_to_staging(array, box, array->before->memory, call->stream->handle);
  }
  return error == CUDA_SUCCESS ? 0 : array_failed(failure, error, "copy from the device failed", array);
}

static int copy_in(struct gputile_rt_call *call, struct gpti_array *array,
                   struct gpti_failure *failure) {
  int status = 0;
  if (array->in_place)
    return 0;
  if (array->resident ? gpti_resident_needs_copy(array)
                      : array->box[GPUTILE_RT_IN].used && !array->info->is_private)
    status = copy_to_device(call, array, failure);
  if (status || !array->resident)
    return status;
  const CUresult error = gpti_resident_protect(array, call->device, call->stream->handle);
  if (error != CUDA_SUCCESS)
    return array_failed(failure, error, "copy on the device failed", array);
  return gpti_resident_needs_before(array) ? copy_before(call, array, failure) : 0;
}

/* Guards that the region should have asked for, and which are needed here. */
static int check_arrays(struct gputile_rt_call *call, struct gpti_failure *failure) {
  for (unsigned a = 0; a < call->region->array_count; ++a) {
    const struct gpti_array *const array = &call->arrays[a];
    if (array->info->rank > GPTI_MAX_RANK || (is_on_device(array) && !array->laid_out))
      return gpti_fail(failure, GPUTILE_RT_GUARD, "array '%s' is too large", array->info->name);
  }
  return 0;
}

/* Arrays that other regions must have left on the device. */
static int check_present(struct gputile_rt_call *call, struct gpti_failure *failure) {
  for (unsigned a = 0; a < call->region->array_count; ++a) {
    const struct gpti_array *const array = &call->arrays[a];
    if (array->must_be_resident && is_on_device(array) && !array->resident && !array->in_place)
      return gpti_fail(failure, GPUTILE_RT_GUARD,
                       "array '%s' of clause 'present' is in no 'data' block around this call",
                       array->info->name);
  }
  return 0;
}

static int start(struct gputile_rt_call *call, struct gpti_failure *failure) {
  const unsigned count = call->region->array_count;
  int status = check_arrays(call, failure);
  if (status == 0)
    status = enter_device(call, failure);
  if (status == 0)
    status = gpti_kernels_possible(call->region, call->device, failure);
  if (status)
    return status;
  status = gpti_device_memory_find(call, failure);
  for (unsigned a = 0; a < count && status == 0; ++a)
    if (is_on_device(&call->arrays[a]))
      status = gather(&call->arrays[a], failure);
  if (gpti_in_data_scope()) {
    for (unsigned a = 0; a < count; ++a)
      if (is_on_device(&call->arrays[a]) && !call->arrays[a].in_place)
        gpti_resident_find(&call->arrays[a]);
    for (unsigned a = 0; a < count; ++a)
      gpti_resident_separate(&call->arrays[a]);
  }
  if (status == 0)
    status = check_present(call, failure);
  for (unsigned a = 0; a < count && status == 0; ++a)
    if (is_on_device(&call->arrays[a]))
      status = allocate(call, &call->arrays[a], failure);
  gpti_mark(call, GPTI_BEGIN);
  for (unsigned a = 0; a < count && status == 0; ++a)
    if (is_on_device(&call->arrays[a]))
      status = copy_in(call, &call->arrays[a], failure);
  gpti_mark(call, GPTI_COPIED_IN);
  return status == 0 && call->has_queue ? gpti_queue_enter(call, failure) : status;
}

int gputile_rt_start(struct gputile_rt_call *call) {
  struct gpti_failure failure = {0, 0, CUDA_SUCCESS, ""};
  gpti_range_push(call->record->label);
  call->has_range = 1;
  gpti_range_push("copies to the device");
  const int status = start(call, &failure);
  gpti_range_pop();
  return status ? gpti_call_failed(call, &failure) : GPUTILE_RT_DONE;
}
