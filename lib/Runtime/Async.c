/*===- Async.c - Clause async and pragma wait -----------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Queue.h"
#include "Runtime/Release.h"

void gputile_rt_async(struct gputile_rt_call *call, const void *queue, int is_stream) {
  call->queue_name = (struct gpti_queue_name){queue, is_stream};
  call->has_queue = 1;
}

void gputile_rt_wait(const void *queue, int is_stream) {
  const struct gpti_queue_name name = {queue, is_stream};
  gpti_queues_wait(&name);
}

void gputile_rt_wait_all(void) { gpti_queues_wait(NULL); }

void *gputile_rt_stream(long long queue) {
  const struct gpti_queue_name name = {(const void *)queue, 0};
  const char *why = NULL;
  CUresult error = CUDA_SUCCESS;
  CUstream stream = NULL;
  if (gpti_driver_start(gpti_release_at_exit, &why))
    return NULL;
  struct gpti_device *const device = gpti_device_get(&why, &error);
  if (!device || gpti_device_enter(device) != CUDA_SUCCESS)
    return NULL;
  error = gpti_queue_stream(device, &name, &stream);
  gpti_device_leave();
  return error == CUDA_SUCCESS ? stream : NULL;
}
