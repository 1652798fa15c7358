/*===- Device.h - The driver of this process and its devices ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_DEVICE_H
#define GPUTILE_RUNTIME_DEVICE_H

#include "Runtime/CudaApi.h"

#include <pthread.h>

struct gpti_buffer;
struct gpti_staging;
struct gpti_stream;
struct gpti_queue;

enum { GPTI_MAX_DEVICES = 64 };

/* A device that is used. Lives as long as the process. */
struct gpti_device {
  int ordinal;
  CUdevice handle;
  CUcontext context; /* the primary one, which is shared with the CUDA runtime */
  int multiprocessors, cooperative;
  int most_yz;   /* blocks that a grid holds along y and along z */
  char arch[16]; /* "sm_90" */
  char name[128];
  pthread_mutex_t exclusive;   /* held by a call whose blocks wait for one another */
  CUevent exclusive_done;      /* of that lock: where the last one of a queue ends; may be null */
  pthread_mutex_t lock;        /* of what follows */
  struct gpti_buffer *buffers; /* of these lists, the first was given back last */
  struct gpti_staging *staging;
  struct gpti_stream *streams;
  struct gpti_queue *queues; /* never removed before the end of the process */
};

/* Loads the driver at the first call, and lets \p at_exit run at the end of the process, before
 * the driver's own end. \returns 0, or the status why no region of this process can use a
 * device, with the reason in \p why. */
int gpti_driver_start(void (*at_exit)(void), const char **why);
/* 0 while the driver is in use; else as gpti_driver_start(), without starting it. */
int gpti_driver_off(const char **why);
/* True when it may at least be asked to free something: this process started it. */
int gpti_driver_is_ours(void);
/* Nothing in this process uses the device any more. */
void gpti_driver_turn_off(const char *why);

/* The device of the calling thread: GPUTILE_DEVICE, else that of the current context,
 * else the first. Null after a failure, which \p what and \p error describe. */
struct gpti_device *gpti_device_get(const char **what, CUresult *error);
/* The device of a number, when it is in use. */
struct gpti_device *gpti_device_used(int ordinal);

/* Makes the device's context current for the calling thread, until leave. */
CUresult gpti_device_enter(struct gpti_device *device);
/* The same in order to free something, which is worth a second try. */
CUresult gpti_device_enter_to_free(struct gpti_device *device);
void gpti_device_leave(void);

#endif
