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

/* The value of a kernel's parameter. */
union gpti_argument {
  int narrow;
  long long wide;
  CUdeviceptr address;
};

/* One execution of a region. */
struct gputile_rt_call {
  struct gputile_rt_region *region;
  struct gpti_record *record;
  /* From start on: */
  struct gpti_device *device; /* its context is current */
  struct gpti_stream *stream;
  int has_range;    /* of a profiler */
  int is_exclusive; /* holds the device's lock of that name */
  struct gpti_buffer *flags;
  long long flag_count;
  struct gpti_staging *staging;
  struct gpti_module *modules[2]; /* used last, narrow and wide */
  struct gpti_marks marks;
  long long launches, allocated, bytes_in, bytes_out;
  /* Room for the arguments of any kernel. */
  union gpti_argument *arguments;
  void **argument_addresses;
  struct gpti_size *sizes;
  struct gpti_array arrays[];
};

#endif
