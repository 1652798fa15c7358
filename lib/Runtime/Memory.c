/*===- Memory.c - Memory and streams that calls borrow --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Memory.h"

#include "Runtime/Settings.h"

#include <stdlib.h>

/* Sizes are multiples of this, so that nearly equal requests share a buffer. */
static const unsigned long long granule = 4096;

static unsigned long long rounded(unsigned long long size) {
  return size == 0 ? granule : (size + granule - 1) / granule * granule;
}

/* A kept piece may be larger than needed, but not by more than the half. */
static int fits(unsigned long long have, unsigned long long need) {
  return have >= need && have / 2 <= need;
}

/*===- Buffers ---------------------------------------------------------------===*/

static struct gpti_buffer *find_buffer(struct gpti_device *device, unsigned long long size) {
  struct gpti_buffer **best = NULL;
  for (struct gpti_buffer **at = &device->buffers; *at; at = &(*at)->next)
    if (fits((*at)->size, size) && (!best || (*at)->size < (*best)->size))
      best = at;
  if (!best)
    return NULL;
  struct gpti_buffer *const found = *best;
  *best = found->next;
  return found;
}

static void free_list(struct gpti_buffer *list) {
  while (list) {
    struct gpti_buffer *const next = list->next;
    gpti_cu.MemFree(list->address);
    free(list);
    list = next;
  }
}

static void free_buffers(struct gpti_device *device) {
  pthread_mutex_lock(&device->lock);
  struct gpti_buffer *const list = device->buffers;
  device->buffers = NULL;
  pthread_mutex_unlock(&device->lock);
  free_list(list);
}

CUresult gpti_buffer_take(struct gpti_device *device, unsigned long long size,
                          struct gpti_buffer **buffer) {
  const unsigned long long whole = rounded(size);
  pthread_mutex_lock(&device->lock);
  *buffer = find_buffer(device, whole);
  pthread_mutex_unlock(&device->lock);
  if (*buffer)
    return CUDA_SUCCESS;
  struct gpti_buffer *const made = calloc(1, sizeof *made);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult error = gpti_cu.MemAlloc(&made->address, (size_t)whole);
  if (error == CUDA_ERROR_OUT_OF_MEMORY) {
    free_buffers(device);
    error = gpti_cu.MemAlloc(&made->address, (size_t)whole);
  }
  if (error != CUDA_SUCCESS) {
    free(made);
    return error;
  }
  made->size = whole;
  *buffer = made;
  return CUDA_SUCCESS;
}

/* Takes what was given back longest ago off the list while more than the limit is kept. */
static struct gpti_buffer *drop_old_buffers(struct gpti_device *device, unsigned long long limit) {
  struct gpti_buffer **at = &device->buffers;
  unsigned long long kept = 0;
  while (*at && kept + (*at)->size <= limit) {
    kept += (*at)->size;
    at = &(*at)->next;
  }
  struct gpti_buffer *const dropped = *at;
  *at = NULL;
  return dropped;
}

void gpti_buffer_give(struct gpti_device *device, struct gpti_buffer *buffer, int reusable) {
  if (!buffer)
    return;
  buffer->next = NULL;
  struct gpti_buffer *dropped = buffer;
  if (reusable) {
    pthread_mutex_lock(&device->lock);
    buffer->next = device->buffers;
    device->buffers = buffer;
    dropped = drop_old_buffers(device, gpti_settings_get()->keep_memory);
    pthread_mutex_unlock(&device->lock);
  }
  free_list(dropped);
}

/*===- Staging ---------------------------------------------------------------===*/

/* Pinned memory is missing elsewhere in the system, and takes long to make: only as much is
 * pinned as can be kept. */
static unsigned long long pinned_limit(void) { return gpti_settings_get()->keep_memory / 2; }

static void free_staging(struct gpti_staging *list) {
  while (list) {
    struct gpti_staging *const next = list->next;
    if (list->pinned)
      gpti_cu.MemFreeHost(list->memory);
    else
      free(list->memory);
    free(list);
    list = next;
  }
}

static struct gpti_staging *find_staging(struct gpti_device *device, unsigned long long size) {
  for (struct gpti_staging **at = &device->staging; *at; at = &(*at)->next)
    if (fits((*at)->size, size)) {
      struct gpti_staging *const found = *at;
      *at = found->next;
      return found;
    }
  return NULL;
}

struct gpti_staging *gpti_staging_take(struct gpti_device *device, unsigned long long size) {
  const unsigned long long whole = rounded(size);
  pthread_mutex_lock(&device->lock);
  struct gpti_staging *staging = find_staging(device, whole);
  pthread_mutex_unlock(&device->lock);
  if (staging)
    return staging;
  staging = calloc(1, sizeof *staging);
  if (!staging)
    return NULL;
  staging->size = whole;
  void *memory = NULL;
  staging->pinned =
      whole <= pinned_limit() && gpti_cu.MemHostAlloc(&memory, (size_t)whole, 0) == CUDA_SUCCESS;
  staging->memory = staging->pinned ? memory : malloc((size_t)whole);
  if (staging->memory)
    return staging;
  free(staging);
  return NULL;
}

static struct gpti_staging *drop_old_staging(struct gpti_device *device, unsigned long long limit) {
  struct gpti_staging **at = &device->staging;
  unsigned long long kept = 0;
  while (*at && kept + (*at)->size <= limit) {
    kept += (*at)->size;
    at = &(*at)->next;
  }
  struct gpti_staging *const dropped = *at;
  *at = NULL;
  return dropped;
}

void gpti_staging_give(struct gpti_device *device, struct gpti_staging *staging, int reusable) {
  if (!staging)
    return;
  staging->next = NULL;
  struct gpti_staging *dropped = staging;
  if (reusable && staging->pinned) {
    pthread_mutex_lock(&device->lock);
    staging->next = device->staging;
    device->staging = staging;
    dropped = drop_old_staging(device, pinned_limit());
    pthread_mutex_unlock(&device->lock);
  }
  free_staging(dropped);
}

/*===- Streams ---------------------------------------------------------------===*/

CUresult gpti_stream_take(struct gpti_device *device, struct gpti_stream **stream) {
  pthread_mutex_lock(&device->lock);
  *stream = device->streams;
  if (*stream)
    device->streams = (*stream)->next;
  pthread_mutex_unlock(&device->lock);
  if (*stream)
    return CUDA_SUCCESS;
  struct gpti_stream *const made = calloc(1, sizeof *made);
  if (!made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  /* Does not wait for the program's own work on the default stream. */
  const CUresult error = gpti_cu.StreamCreate(&made->handle, CU_STREAM_NON_BLOCKING);
  if (error != CUDA_SUCCESS) {
    free(made);
    return error;
  }
  *stream = made;
  return CUDA_SUCCESS;
}

void gpti_stream_give(struct gpti_device *device, struct gpti_stream *stream, int reusable) {
  if (!stream)
    return;
  if (!reusable) {
    gpti_cu.StreamDestroy(stream->handle);
    free(stream);
    return;
  }
  pthread_mutex_lock(&device->lock);
  stream->next = device->streams;
  device->streams = stream;
  pthread_mutex_unlock(&device->lock);
}

void gpti_memory_release(struct gpti_device *device) {
  free_buffers(device);
  pthread_mutex_lock(&device->lock);
  struct gpti_staging *const staging = device->staging;
  struct gpti_stream *stream = device->streams;
  device->staging = NULL;
  device->streams = NULL;
  pthread_mutex_unlock(&device->lock);
  free_staging(staging);
  while (stream) {
    struct gpti_stream *const next = stream->next;
    gpti_stream_give(device, stream, 0);
    stream = next;
  }
}
