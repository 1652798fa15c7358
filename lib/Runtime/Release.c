/*===- Release.c - What is kept on devices, and the end of the process ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Release.h"

#include "Runtime/End.h"
#include "Runtime/Kernels.h"
#include "Runtime/Queue.h"

/* Device number \p i, current now, to give something back; null when it was never used
 * or cannot be made current. */
static struct gpti_device *entered_device(int i) {
  struct gpti_device *const device = gpti_device_used(i);
  return device && gpti_device_enter_to_free(device) == CUDA_SUCCESS ? device : NULL;
}

void gputile_rt_release(void) {
  if (!gpti_driver_is_ours())
    return;
  for (int i = 0; i < GPTI_MAX_DEVICES; ++i) {
    struct gpti_device *const device = entered_device(i);
    if (!device)
      continue;
    gpti_memory_release(device);
    gpti_device_leave();
  }
}

void gpti_release_at_exit(void) {
  if (!gpti_driver_is_ours())
    return;
  gpti_queues_wait(NULL);
  gpti_driver_turn_off("the end of the program");
  /* Calls of other threads go on until the process is gone. */
  if (!gpti_calls_ended())
    return;
  for (int i = 0; i < GPTI_MAX_DEVICES; ++i) {
    struct gpti_device *const device = entered_device(i);
    if (!device)
      continue;
    gpti_queues_release(device);
    gpti_memory_release(device);
    for (struct gpti_record *r = gpti_records(); r; r = r->next)
      gpti_kernels_unload(r, device);
    gpti_device_leave();
    gpti_cu.DevicePrimaryCtxRelease(device->handle);
  }
}
