/*===- Call.h - One execution of a region ---------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_CALL_H
#define GPUTILE_RUNTIME_CALL_H

#include "Runtime/Device.h"
#include "Runtime/Failure.h"
#include "Runtime/Layout.h"
#include "Runtime/Memory.h"
#include "Runtime/Profile.h"
#include "Runtime/Record.h"

struct gpti_module;
struct gpti_queue;

/* The value of a kernel's parameter. */
union gpti_argument {
  int narrow;
  long long wide;
  CUdeviceptr address;
};

/* What the program calls a queue of clause async: a number, or a stream of its own. */
struct gpti_queue_name {
  const void *value;
  int is_stream;
};

/* One execution of a region. */
struct gputile_rt_call {
  struct gputile_rt_region *region;
  struct gpti_record *record;
  int has_queue; /* clause async */
  struct gpti_queue_name queue_name;
  /* From start on: */
  struct gpti_device *device; /* its context is current */
  struct gpti_stream *stream;
  CUstream kernels; /* where they run: there, or in the queue */
  struct gpti_queue *queue;
  int has_range;    /* of a profiler */
  int is_exclusive; /* holds the device's lock of that name */
  struct gpti_buffer *flags;
  long long flag_count;
  struct gpti_staging *staging;
  struct gpti_module *modules[2]; /* used last, narrow and wide */
  struct gpti_marks marks;
  /* While it waits in its queue: */
  CUevent done;
  struct gputile_rt_call *next;
  long long launches, allocated, bytes_in, bytes_out;
  /* Room for the arguments of any kernel. */
  union gpti_argument *arguments;
  void **argument_addresses;
  struct gpti_size *sizes;
  unsigned array_count; /* known when the region is gone, as from a library that is unloaded */
  struct gpti_array arrays[];
};

#endif
