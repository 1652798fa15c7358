/*===- Kernels.h - The kernels of a region on a device --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* A region's text is compiled up to six times per device: narrow and wide, each for any
 * sizes and for the first two sets of sizes that are seen. Each version is made when a
 * launch needs it. */

#ifndef GPUTILE_RUNTIME_KERNELS_H
#define GPUTILE_RUNTIME_KERNELS_H

#include "Runtime/Device.h"
#include "Runtime/Failure.h"
#include "Runtime/Record.h"

enum { GPTI_SIZE_SETS = 2 };

/* A kernel of a loaded module. */
struct gpti_function {
  CUfunction handle;
  int resident; /* blocks per multiprocessor, for kernels whose blocks wait for one another */
};

/* A version for a device. */
struct gpti_module {
  struct gpti_module *next;
  const struct gpti_device *device;
  int wide;
  int size_set; /* 0: for any sizes; else 1 + the number of the set */
  CUmodule handle;
  struct gpti_function functions[]; /* found when first launched */
};

/* What a size is, as the compiler is told. */
struct gpti_size {
  int known;
  long long value;
};

/* One launch, as far as the choice of a version depends on it. */
struct gpti_wanted {
  struct gpti_device *device;
  unsigned kernel;
  int wide;
  const struct gpti_size *sizes; /* of the kernel's parameters; known for 's' and 'n' */
  /* The strides of the region's arrays, for the 's' of its other kernels. */
  long long (*stride)(const void *call, unsigned array, unsigned dim);
  const void *call;
};

/* True when \p module was compiled for sizes like these. */
int gpti_kernels_match(struct gpti_record *record, const struct gpti_module *module,
                       const struct gpti_wanted *wanted);

/* The version for a launch, compiled and loaded when it is missing; null after a
 * failure. The device's context is current. */
struct gpti_module *gpti_kernels_get(struct gpti_record *record, const struct gpti_wanted *wanted,
                                     struct gpti_failure *failure);

/* The function of a kernel in a version; null after a failure. */
struct gpti_function *gpti_kernels_function(struct gpti_record *record, struct gpti_module *module,
                                            unsigned kernel, struct gpti_failure *failure);

/* 0 when kernels for \p device can be had at all, else a status. */
int gpti_kernels_possible(const struct gputile_rt_region *region, const struct gpti_device *device,
                          struct gpti_failure *failure);

/* Unloads what is loaded on \p device, whose context is current; nothing is running. */
void gpti_kernels_unload(struct gpti_record *record, const struct gpti_device *device);

#endif
