/*===- Memory.h - Memory and streams that calls borrow --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_MEMORY_H
#define GPUTILE_RUNTIME_MEMORY_H

#include "Runtime/Device.h"

/* Memory of a device. */
struct gpti_buffer {
  CUdeviceptr address;
  unsigned long long size; /* at least what was asked for */
  struct gpti_buffer *next;
};

/* Memory of the host that results are collected in, pinned where that is possible. */
struct gpti_staging {
  char *memory;
  unsigned long long size;
  int pinned;
  struct gpti_staging *next;
};

/* A stream that is kept for later calls. */
struct gpti_stream {
  CUstream handle;
  struct gpti_stream *next;
};

/* In all of these the device's context is current. What is given back is kept for the
 * next call, within the bounds of GPUTILE_KEEP_MEMORY, unless \p reusable is 0: the
 * device may still be using it, so the driver decides when it goes. */
CUresult gpti_buffer_take(struct gpti_device *device, unsigned long long size,
                          struct gpti_buffer **buffer);
void gpti_buffer_give(struct gpti_device *device, struct gpti_buffer *buffer, int reusable);

/* Null without memory. */
struct gpti_staging *gpti_staging_take(struct gpti_device *device, unsigned long long size);
void gpti_staging_give(struct gpti_device *device, struct gpti_staging *staging, int reusable);

CUresult gpti_stream_take(struct gpti_device *device, struct gpti_stream **stream);
void gpti_stream_give(struct gpti_device *device, struct gpti_stream *stream, int reusable);

/* Frees all that is kept. */
void gpti_memory_release(struct gpti_device *device);

#endif
