/*===- Queue.c - Regions that the program does not wait for ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Queue.h"

#include "Runtime/End.h"
#include "Runtime/Nvtx.h"

#include <stdio.h>
#include <stdlib.h>

/* So many calls of a queue may be unfinished: each holds memory. */
enum { max_pending = 256 };

struct gpti_queue {
  struct gpti_queue *next;
  struct gpti_queue_name name;
  CUstream handle;
  struct gpti_stream *stream;           /* owns the handle; null where it is the program's */
  pthread_mutex_t lock;                 /* of what follows */
  struct gputile_rt_call *first, *last; /* launched, and not known to have ended */
  unsigned count;
};

/*===- The queues of a device ------------------------------------------------===*/

static int has_name(const struct gpti_queue *queue, const struct gpti_queue_name *name) {
  return queue->name.value == name->value && queue->name.is_stream == name->is_stream;
}

static struct gpti_queue *find_queue(struct gpti_queue *list, const struct gpti_queue_name *name) {
  while (list && !has_name(list, name))
    list = list->next;
  return list;
}

static struct gpti_queue *queues_of(struct gpti_device *device) {
  pthread_mutex_lock(&device->lock);
  struct gpti_queue *const list = device->queues;
  pthread_mutex_unlock(&device->lock);
  return list;
}

static CUresult make_queue(struct gpti_device *device, const struct gpti_queue_name *name,
                           struct gpti_queue **queue) {
  struct gpti_queue *const made = calloc(1, sizeof *made);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  made->name = *name;
  made->handle = (CUstream)name->value;
  const CUresult error = name->is_stream ? CUDA_SUCCESS : gpti_stream_take(device, &made->stream);
  if (error != CUDA_SUCCESS) {
    free(made);
    return error;
  }
  if (made->stream)
    made->handle = made->stream->handle;
  pthread_mutex_init(&made->lock, NULL);
  *queue = made;
  return CUDA_SUCCESS;
}

static void free_queue(struct gpti_device *device, struct gpti_queue *queue) {
  gpti_stream_give(device, queue->stream, 1);
  pthread_mutex_destroy(&queue->lock);
  free(queue);
}

static CUresult get_queue(struct gpti_device *device, const struct gpti_queue_name *name,
                          struct gpti_queue **queue) {
  *queue = find_queue(queues_of(device), name);
  if (*queue)
    return CUDA_SUCCESS;
  struct gpti_queue *made = NULL;
  const CUresult error = make_queue(device, name, &made);
  if (error != CUDA_SUCCESS)
    return error;
  pthread_mutex_lock(&device->lock);
  *queue = find_queue(device->queues, name);
  if (!*queue) {
    made->next = device->queues;
    device->queues = made;
    *queue = made;
  }
  pthread_mutex_unlock(&device->lock);
  if (*queue != made) /* Another thread was faster. */
    free_queue(device, made);
  return CUDA_SUCCESS;
}

void gpti_queues_release(struct gpti_device *device) {
  pthread_mutex_lock(&device->lock);
  struct gpti_queue *queue = device->queues;
  device->queues = NULL;
  pthread_mutex_unlock(&device->lock);
  while (queue) {
    struct gpti_queue *const next = queue->next;
    free_queue(device, queue);
    queue = next;
  }
  if (device->exclusive_done)
    gpti_cu.EventDestroy(device->exclusive_done);
  device->exclusive_done = NULL;
}

/*===- Calls in a queue ------------------------------------------------------===*/

static void results_are_lost(const struct gputile_rt_call *call, const char *why) {
  fprintf(stderr,
          "gputile: a kernel of %s, or of a later region in its queue, failed: %s; what it should "
          "have written is lost: the program ends\n",
          call->record->label, why);
  abort();
}

/* In these the queue's lock is held and the device's context is current. */

static void end_first(struct gpti_queue *queue) {
  struct gputile_rt_call *const call = queue->first;
  queue->first = call->next;
  if (!queue->first)
    queue->last = NULL;
  --queue->count;
  gpti_call_end_later(call);
}

/* Ends the calls whose kernels have ended; all, after waiting for them, when \p waits. */
static void end_calls(struct gpti_queue *queue, int waits) {
  char name[32];
  while (queue->first) {
    const struct gputile_rt_call *const call = queue->first;
    const CUresult error = waits || queue->count > max_pending
                               ? gpti_cu.EventSynchronize(call->done)
                               : gpti_cu.EventQuery(call->done);
    if (error == CUDA_ERROR_NOT_READY)
      return;
    if (error != CUDA_SUCCESS)
      results_are_lost(call, gpti_error_name(error, name));
    end_first(queue);
  }
}

int gpti_queue_enter(struct gputile_rt_call *call, struct gpti_failure *failure) {
  CUresult error = get_queue(call->device, &call->queue_name, &call->queue);
  if (error != CUDA_SUCCESS)
    return gpti_fail_cuda(failure, error, "no queue of the device");
  /* The program may change what is being copied as soon as the call returns. */
  error = gpti_cu.StreamSynchronize(call->stream->handle);
  if (error != CUDA_SUCCESS)
    return gpti_fail_cuda(failure, error, "copy to the device failed");
  call->kernels = call->queue->handle;
  return 0;
}

static int leaves_results_there(const struct gpti_array *array) {
  return !array->info->on_device || array->in_place || array->info->is_private ||
         (!array->resident && !array->box[GPUTILE_RT_OUT].used);
}

/* Later kernels that need the whole device wait for those of \p call, on the device. */
static CUresult end_exclusive(struct gputile_rt_call *call) {
  struct gpti_device *const device = call->device;
  if (!call->is_exclusive)
    return CUDA_SUCCESS;
  CUresult error = CUDA_SUCCESS;
  if (!device->exclusive_done)
    error = gpti_cu.EventCreate(&device->exclusive_done, CU_EVENT_DISABLE_TIMING);
  if (error != CUDA_SUCCESS)
    device->exclusive_done = NULL;
  else
    error = gpti_cu.EventRecord(device->exclusive_done, call->kernels);
  if (error == CUDA_SUCCESS) {
    pthread_mutex_unlock(&device->exclusive);
    call->is_exclusive = 0;
  }
  return error;
}

/* The stream tells when it has come to the end of \p call. */
static CUresult record_end(struct gputile_rt_call *call) {
  CUresult error = gpti_cu.EventCreate(&call->done, CU_EVENT_DISABLE_TIMING);
  if (error != CUDA_SUCCESS) {
    call->done = NULL;
    return error;
  }
  return gpti_cu.EventRecord(call->done, call->kernels);
}

int gpti_queue_leave(struct gputile_rt_call *call) {
  struct gpti_queue *const queue = call->queue;
  if (!queue)
    return 0;
  for (unsigned a = 0; a < call->region->array_count; ++a)
    if (!leaves_results_there(&call->arrays[a]))
      return 0;
  if (end_exclusive(call) != CUDA_SUCCESS || record_end(call) != CUDA_SUCCESS)
    return 0;
  gpti_call_say_done(call, ", not waited for");
  gpti_range_pop();
  call->has_range = 0;
  gpti_stream_give(call->device, call->stream, 1); /* Nothing came after the copies. */
  call->stream = NULL;
  pthread_mutex_lock(&queue->lock);
  if (queue->last)
    queue->last->next = call;
  else
    queue->first = call;
  queue->last = call;
  ++queue->count;
  end_calls(queue, 0);
  pthread_mutex_unlock(&queue->lock);
  gpti_device_leave();
  gpti_call_counted(-1);
  return 1;
}

/*===- Waits -----------------------------------------------------------------===*/

static void wait_for(struct gpti_device *device, struct gpti_queue *queue) {
  const char *why = NULL;
  char name[32];
  pthread_mutex_lock(&queue->lock);
  if (queue->first) {
    if (gpti_driver_off(&why))
      results_are_lost(queue->first, why);
    const CUresult error = gpti_device_enter_to_free(device);
    if (error != CUDA_SUCCESS)
      results_are_lost(queue->first, gpti_error_name(error, name));
    end_calls(queue, 1);
    gpti_device_leave();
  }
  pthread_mutex_unlock(&queue->lock);
}

void gpti_queues_wait(const struct gpti_queue_name *name) {
  if (!gpti_driver_is_ours())
    return;
  for (int i = 0; i < GPTI_MAX_DEVICES; ++i) {
    struct gpti_device *const device = gpti_device_used(i);
    for (struct gpti_queue *queue = device ? queues_of(device) : NULL; queue; queue = queue->next)
      if (!name || has_name(queue, name))
        wait_for(device, queue);
  }
}

CUresult gpti_queue_stream(struct gpti_device *device, const struct gpti_queue_name *name,
                           CUstream *stream) {
  struct gpti_queue *queue = NULL;
  const CUresult error = get_queue(device, name, &queue);
  if (error == CUDA_SUCCESS)
    *stream = queue->handle;
  return error;
}
