/*===- DeviceMemory.h - Arrays of the program on the device ------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_DEVICEMEMORY_H
#define GPUTILE_RUNTIME_DEVICEMEMORY_H

#include "Runtime/Call.h"

/* Finds out which arrays that may lie in device memory do, and lets kernels use them there. Waits
 * for what the program has begun on the device. \returns 0, or fills \p failure: they are another
 * device's. */
int gpti_device_memory_find(struct gputile_rt_call *call, struct gpti_failure *failure);

#endif
