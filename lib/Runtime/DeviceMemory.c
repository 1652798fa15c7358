/*===- DeviceMemory.c - Arrays of the program on the device ------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/DeviceMemory.h"

#include "Runtime/Release.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What an attribute of the memory at \p address is; \p otherwise where the driver knows nothing of
 * it. */
static int attribute_of(const void *address, int attribute, int otherwise) {
  int value = 0;
  const CUdeviceptr at = (CUdeviceptr)(uintptr_t)address;
  return gpti_cu.PointerGetAttribute(&value, attribute, at) == CUDA_SUCCESS ? value : otherwise;
}

/* Of cudaMallocManaged: both sides may access it. The driver fills a byte. */
static int is_managed(const void *address) {
  return (attribute_of(address, CU_POINTER_ATTRIBUTE_IS_MANAGED, 0) & 0xff) != 0;
}

static int is_device_memory(const void *address) {
  return attribute_of(address, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_MEMORYTYPE_HOST) ==
             CU_MEMORYTYPE_DEVICE ||
         is_managed(address);
}

/* Whether the allocation that \p first is in has all elements that the region may touch. */
static int has_all(const struct gpti_array *array, const char *first) {
  CUdeviceptr base = 0;
  size_t bytes = 0;
  const CUdeviceptr at = (CUdeviceptr)(uintptr_t)first;
  return gpti_cu.MemGetAddressRange(&base, &bytes, at) == CUDA_SUCCESS &&
         (unsigned long long)gpti_array_bytes(array) <= base + bytes - at;
}

static int find(struct gputile_rt_call *call, struct gpti_array *array,
                struct gpti_failure *failure) {
  /* Element (0, ..., 0) may lie before all that exist. */
  const char *const first =
      (const char *)((uintptr_t)array->host + (uintptr_t)(array->first * array->info->bytes));
  if (!is_device_memory(first))
    return 0;
  const int owner = attribute_of(first, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, call->device->ordinal);
  if (owner != call->device->ordinal && !is_managed(first))
    return gpti_fail(failure, GPUTILE_RT_GUARD,
                     "array '%s' lies on device %d, and the region runs on device %d",
                     array->info->name, owner, call->device->ordinal);
  /* Kernels may load what lies between elements that data chooses. */
  if ((array->probed || array->compared) && !has_all(array, first))
    return gpti_fail(
        failure, GPUTILE_RT_GUARD,
        "the device memory of array '%s' has not all elements that the loops may access",
        array->info->name);
  array->in_place = 1;
  array->device = (CUdeviceptr)(uintptr_t)array->host;
  return 0;
}

int gpti_device_memory_find(struct gputile_rt_call *call, struct gpti_failure *failure) {
  int any = 0, status = 0;
  for (unsigned a = 0; a < call->region->array_count && status == 0; ++a) {
    struct gpti_array *const array = &call->arrays[a];
    if (!array->may_be_in_place || !array->info->on_device || !array->box[GPUTILE_RT_ALL].used)
      continue;
    status = find(call, array, failure);
    any = any || array->in_place;
  }
  if (status || !any || call->has_queue) /* The queue has its order. */
    return status;
  /* Other streams may be computing what the region reads; its own knows nothing of them. */
  const CUresult error = gpti_cu.CtxSynchronize();
  return error == CUDA_SUCCESS
             ? 0
             : gpti_fail_cuda(failure, error, "the device failed before the region began");
}

/* Whether the driver can no longer say where \p address leads, as after an error that stays. */
static int is_unknown(const void *address) {
  int value = 0;
  const CUresult error = gpti_cu.PointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                     (CUdeviceptr)(uintptr_t)address);
  return error != CUDA_SUCCESS && error != CUDA_ERROR_INVALID_VALUE &&
         error != CUDA_ERROR_NOT_INITIALIZED;
}

/* After a wait for what the device does with memory that both sides access. */
static int may_be_used_on_host(const void *address) {
  if (is_unknown(address))
    return 0;
  return is_managed(address) ? gpti_cu.CtxSynchronize() == CUDA_SUCCESS
                             : !is_device_memory(address);
}

void gputile_rt_needed_on_host(const struct gputile_rt_region *region, const char *name,
                               const void *host) {
  const char *why = NULL;
  CUresult error = CUDA_SUCCESS;
  /* Without a driver there is no device memory. One that is given up may hold some. */
  if (gpti_driver_start(gpti_release_at_exit, &why) && !gpti_cu.PointerGetAttribute)
    return;
  struct gpti_device *const device = gpti_device_get(&why, &error);
  const int entered = device && gpti_device_enter(device) == CUDA_SUCCESS;
  const int usable = may_be_used_on_host(host);
  if (entered)
    gpti_device_leave();
  if (usable)
    return;
  fprintf(stderr,
          "%s:%u: gputile: array '%s' lies in device memory, which the original loops cannot "
          "access: the program ends\n",
          region->file, region->line, name);
  abort();
}
