/*===- Device.c - The driver of this process and its devices ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Device.h"

#include "Runtime/Settings.h"

#include "gputile/rt/gputile_rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { driver_unknown = 0, driver_ready, driver_off };

/* The driver has been started, by this very process. */
static int driver_is_ours;

/* Of the process: written under the lock, read without it. */
static pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;
static int driver_state = driver_unknown;
static char off_reason[512];
static struct gpti_device *devices[GPTI_MAX_DEVICES];

static void lock_before_fork(void) { pthread_mutex_lock(&driver_lock); }
static void unlock_in_parent(void) { pthread_mutex_unlock(&driver_lock); }

/* A context does not survive fork(). What other threads of the parent had locked stays
 * locked here, so a child of a process that used the device must not come near it. */
static void switch_off_in_child(void) {
  driver_is_ours = 0;
  if (driver_state == driver_ready) {
    snprintf(off_reason, sizeof off_reason,
             "this process was forked from one that had started to use the device");
    __atomic_store_n(&driver_state, driver_off, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&driver_lock);
}

/* The reason why the driver cannot be used, in off_reason; else 0. */
static int start_driver(void (*at_exit)(void)) {
  const int cpu = gpti_settings_get()->cpu_backend;
  pthread_atfork(lock_before_fork, unlock_in_parent, switch_off_in_child);
  if (gpti_driver_load(&gpti_cu, cpu, off_reason, sizeof off_reason) != 0)
    return -1;
  char text[32];
  CUresult error = gpti_cu.Init(0);
  if (error != CUDA_SUCCESS) {
    snprintf(off_reason, sizeof off_reason, "the CUDA driver does not start: %s",
             gpti_error_name(error, text));
    return -1;
  }
  int count = 0;
  error = gpti_cu.DeviceGetCount(&count);
  if (error != CUDA_SUCCESS || count <= 0) {
    snprintf(off_reason, sizeof off_reason, "no CUDA device: %s",
             gpti_error_name(error != CUDA_SUCCESS ? error : CUDA_ERROR_NO_DEVICE, text));
    return -1;
  }
  const int wanted = gpti_settings_get()->device;
  if (wanted >= count || wanted >= GPTI_MAX_DEVICES) {
    snprintf(off_reason, sizeof off_reason,
             "no CUDA device: GPUTILE_DEVICE is %d, and there are %d", wanted, count);
    return -1;
  }
  __atomic_store_n(&driver_is_ours, 1, __ATOMIC_RELEASE);
  /* After the driver has registered its own work at exit, and therefore done before it. */
  atexit(at_exit);
  return 0;
}

int gpti_driver_is_ours(void) { return __atomic_load_n(&driver_is_ours, __ATOMIC_ACQUIRE); }

int gpti_driver_off(const char **why) {
  if (__atomic_load_n(&driver_state, __ATOMIC_ACQUIRE) != driver_off)
    return 0;
  *why = off_reason;
  return GPUTILE_RT_NO_DEVICE;
}

int gpti_driver_start(void (*at_exit)(void), const char **why) {
  if (__atomic_load_n(&driver_state, __ATOMIC_ACQUIRE) == driver_unknown) {
    pthread_mutex_lock(&driver_lock);
    if (driver_state == driver_unknown)
      __atomic_store_n(&driver_state, start_driver(at_exit) == 0 ? driver_ready : driver_off,
                       __ATOMIC_RELEASE);
    pthread_mutex_unlock(&driver_lock);
  }
  return gpti_driver_off(why);
}

void gpti_driver_turn_off(const char *why) {
  pthread_mutex_lock(&driver_lock);
  if (driver_state != driver_off) {
    snprintf(off_reason, sizeof off_reason, "the device is not used any more after %s", why);
    __atomic_store_n(&driver_state, driver_off, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&driver_lock);
}

static CUresult attribute(int *value, int which, CUdevice handle) {
  return gpti_cu.DeviceGetAttribute(value, which, handle);
}

static CUresult describe(struct gpti_device *device) {
  int major = 0, minor = 0;
  CUresult error = gpti_cu.DeviceGet(&device->handle, device->ordinal);
  if (error == CUDA_SUCCESS)
    error = gpti_cu.DeviceGetName(device->name, (int)sizeof device->name, device->handle);
  if (error == CUDA_SUCCESS)
    error = attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device->handle);
  if (error == CUDA_SUCCESS)
    error = attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device->handle);
  if (error == CUDA_SUCCESS)
    error = attribute(&device->multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                      device->handle);
  if (error == CUDA_SUCCESS)
    error = attribute(&device->cooperative, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, device->handle);
  if (error == CUDA_SUCCESS)
    error = attribute(&device->most_yz, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, device->handle);
  snprintf(device->arch, sizeof device->arch, "sm_%d%d", major, minor);
  return error == CUDA_SUCCESS ? gpti_cu.DevicePrimaryCtxRetain(&device->context, device->handle)
                               : error;
}

static struct gpti_device *open_device(int ordinal, CUresult *error) {
  struct gpti_device *const device = calloc(1, sizeof *device);
  *error = CUDA_ERROR_OUT_OF_MEMORY;
  if (!device)
    return NULL;
  device->ordinal = ordinal;
  *error = describe(device);
  if (*error != CUDA_SUCCESS) {
    free(device);
    return NULL;
  }
  pthread_mutex_init(&device->exclusive, NULL);
  pthread_mutex_init(&device->lock, NULL);
  return device;
}

/* The number of the device that the calling thread works with. Numbers and handles of
 * devices are the same in every driver so far, but only numbers are documented to start
 * at 0. */
static CUresult current_ordinal(int *ordinal) {
  CUcontext context = NULL;
  CUdevice handle = 0, other = 0;
  int count = 0;
  *ordinal = 0;
  CUresult error = gpti_cu.CtxGetCurrent(&context);
  if (error != CUDA_SUCCESS || !context)
    return error;
  error = gpti_cu.CtxGetDevice(&handle);
  if (error == CUDA_SUCCESS)
    error = gpti_cu.DeviceGetCount(&count);
  for (int i = 0; error == CUDA_SUCCESS && i < count; ++i) {
    error = gpti_cu.DeviceGet(&other, i);
    if (error == CUDA_SUCCESS && other == handle) {
      *ordinal = i;
      break;
    }
  }
  return error;
}

struct gpti_device *gpti_device_used(int ordinal) {
  return __atomic_load_n(&devices[ordinal], __ATOMIC_ACQUIRE);
}

struct gpti_device *gpti_device_get(const char **what, CUresult *error) {
  int ordinal = gpti_settings_get()->device;
  *what = "the current CUDA context is of no use";
  *error = ordinal < 0 ? current_ordinal(&ordinal) : CUDA_SUCCESS;
  if (*error != CUDA_SUCCESS)
    return NULL;
  *what = "the device cannot be opened";
  if (ordinal >= GPTI_MAX_DEVICES) {
    *error = CUDA_ERROR_NOT_SUPPORTED;
    return NULL;
  }
  struct gpti_device *device = gpti_device_used(ordinal);
  if (device)
    return device;
  pthread_mutex_lock(&driver_lock);
  device = devices[ordinal];
  if (!device) {
    device = open_device(ordinal, error);
    __atomic_store_n(&devices[ordinal], device, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&driver_lock);
  return device;
}

CUresult gpti_device_enter(struct gpti_device *device) {
  return gpti_cu.CtxPushCurrent(device->context);
}

CUresult gpti_device_enter_to_free(struct gpti_device *device) {
  const CUresult error = gpti_device_enter(device);
  return error == CUDA_SUCCESS ? error : gpti_device_enter(device);
}

void gpti_device_leave(void) {
  CUcontext ours = NULL;
  gpti_cu.CtxPopCurrent(&ours);
}
