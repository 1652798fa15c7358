/*===- Memory.c - Memory and streams that calls borrow --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Memory.h"

#include "Settings.h"

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
  device->kept_bytes -= found->size;
  return found;
}

static void free_buffers(struct gpti_device *device) {
  pthread_mutex_lock(&device->lock);
  struct gpti_buffer *list = device->buffers;
  device->buffers = NULL;
  device->kept_bytes = 0;
  pthread_mutex_unlock(&device->lock);
  while (list) {
    struct gpti_buffer *const next = list->next;
    gpti_cu.MemFree(list->address);
    free(list);
    list = next;
  }
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

void gpti_buffer_give(struct gpti_device *device, struct gpti_buffer *buffer, int reusable) {
  if (!buffer)
    return;
  const unsigned long long limit = gpti_settings_get()->keep_memory;
  pthread_mutex_lock(&device->lock);
  const int keep = reusable && buffer->size <= limit && device->kept_bytes <= limit - buffer->size;
  if (keep) {
    buffer->next = device->buffers;
    device->buffers = buffer;
    device->kept_bytes += buffer->size;
  }
  pthread_mutex_unlock(&device->lock);
  if (keep)
    return;
  gpti_cu.MemFree(buffer->address);
  free(buffer);
}

/*===- Staging ---------------------------------------------------------------===*/

static void free_staging(struct gpti_staging *staging) {
  if (staging->pinned)
    gpti_cu.MemFreeHost(staging->memory);
  else
    free(staging->memory);
  free(staging);
}

static struct gpti_staging *find_staging(struct gpti_device *device, unsigned long long size) {
  for (struct gpti_staging **at = &device->staging; *at; at = &(*at)->next)
    if (fits((*at)->size, size)) {
      struct gpti_staging *const found = *at;
      *at = found->next;
      device->kept_staging -= found->size;
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
  staging->pinned = gpti_cu.MemHostAlloc(&memory, (size_t)whole, 0) == CUDA_SUCCESS;
  staging->memory = staging->pinned ? memory : malloc((size_t)whole);
  if (staging->memory)
    return staging;
  free(staging);
  return NULL;
}

void gpti_staging_give(struct gpti_device *device, struct gpti_staging *staging, int reusable) {
  if (!staging)
    return;
  /* Pinned memory is missing elsewhere in the system: less of it is kept. */
  const unsigned long long limit = gpti_settings_get()->keep_memory / 4;
  pthread_mutex_lock(&device->lock);
  const int keep = reusable && staging->pinned && staging->size <= limit &&
                   device->kept_staging <= limit - staging->size;
  if (keep) {
    staging->next = device->staging;
    device->staging = staging;
    device->kept_staging += staging->size;
  }
  pthread_mutex_unlock(&device->lock);
  if (!keep)
    free_staging(staging);
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
  struct gpti_staging *staging = device->staging;
  struct gpti_stream *stream = device->streams;
  device->staging = NULL;
  device->streams = NULL;
  device->kept_staging = 0;
  pthread_mutex_unlock(&device->lock);
  while (staging) {
    struct gpti_staging *const next = staging->next;
    free_staging(staging);
    staging = next;
  }
  while (stream) {
    struct gpti_stream *const next = stream->next;
    gpti_stream_give(device, stream, 0);
    stream = next;
  }
}
