/*===- CudaApi.c - The driver and NVRTC, loaded at run time ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/CudaApi.h"

#include "Runtime/FileOf.h"
#include "Runtime/Settings.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct gpti_driver gpti_cu;

/* dlsym() gives a data pointer, which ISO C does not convert to a function's. */
static int bind_symbol(void *library, const char *name, void *slot) {
  void *const symbol = dlsym(library, name);
  memcpy(slot, &symbol, sizeof symbol);
  return symbol != NULL;
}

/* The path of \p name in the folder of this library, or of the program that holds it. */
static int path_beside(const char *name, char *path, size_t size) {
  int (*const function)(struct gpti_driver *, int, char *, size_t) = gpti_driver_load;
  void *self = NULL;
  memcpy(&self, &function, sizeof self);
  if (gpti_file_of(self, path, size) != 0)
    return 0;
  char *const base = strrchr(path, '/') + 1;
  const size_t room = size - (size_t)(base - path);
  return snprintf(base, room, "%s", name) < (int)room;
}

/* The CPU backend, beside this library unless the environment names another. */
static void *open_cpu_backend(char *why, size_t size) {
  const char *const given = gpti_environment("GPUTILE_CPU_LIBRARY");
  if (given && *given) {
    void *const library = dlopen(given, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      snprintf(why, size, "GPUTILE_CPU_LIBRARY=%s cannot be loaded: %s", given, dlerror());
    return library;
  }
  char path[PATH_MAX];
  if (path_beside("libgputile_cpu.so", path, sizeof path)) {
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library)
      return library;
  }
  void *const library = dlopen("libgputile_cpu.so", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    snprintf(why, size, "GPUTILE_BACKEND=cpu, but libgputile_cpu.so cannot be loaded: %s",
             dlerror());
  return library;
}

int gpti_driver_load(struct gpti_driver *driver, int cpu_backend, char *why, size_t size) {
  void *const library =
      cpu_backend ? open_cpu_backend(why, size) : dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    if (!cpu_backend)
      snprintf(why, size, "no CUDA driver (libcuda.so.1 is not installed)");
    return -1;
  }
#define GPTI_BIND(name, parameters, symbol)                                                        \
  if (!bind_symbol(library, #symbol, &driver->name)) {                                             \
    snprintf(why, size, "the CUDA driver has no function " #symbol);                               \
    return -1;                                                                                     \
  }
  GPTI_DRIVER_FUNCTIONS(GPTI_BIND)
#undef GPTI_BIND
  return 0;
}

static void *open_nvrtc(char *why, size_t size) {
  /* The last are the toolkit's usual places, which the loader often does not search. */
  static const char *const names[] = {"libnvrtc.so.13",
                                      "libnvrtc.so.12",
                                      "libnvrtc.so.11.2",
                                      "libnvrtc.so.11",
                                      "libnvrtc.so",
                                      "/usr/local/cuda/lib64/libnvrtc.so",
                                      "/usr/local/cuda/lib/libnvrtc.so"};
  const char *const given = gpti_environment("GPUTILE_NVRTC_LIBRARY");
  if (given && *given) {
    void *const library = dlopen(given, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      snprintf(why, size, "GPUTILE_NVRTC_LIBRARY=%s cannot be loaded: %s", given, dlerror());
    return library;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    void *const library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library)
      return library;
  }
  snprintf(why, size,
           "NVRTC is not installed (libnvrtc.so.13, .12 or .11; package cuda-nvrtc of the CUDA "
           "toolkit), and the program holds no kernels for this device "
           "(-fplugin-arg-gputile-arch=...)");
  return NULL;
}

int gpti_nvrtc_load(struct gpti_nvrtc *nvrtc, int cpu_backend, char *why, size_t size) {
  void *const library = cpu_backend ? open_cpu_backend(why, size) : open_nvrtc(why, size);
  if (!library)
    return -1;
#define GPTI_BIND(name, parameters, symbol)                                                        \
  if (!bind_symbol(library, #symbol, &nvrtc->name)) {                                              \
    snprintf(why, size, "NVRTC has no function " #symbol " (11.1 or newer is needed)");            \
    return -1;                                                                                     \
  }
  GPTI_NVRTC_FUNCTIONS(GPTI_BIND)
  GPTI_BIND(GetErrorString, , nvrtcGetErrorString)
#undef GPTI_BIND
  const nvrtcResult error = nvrtc->Version(&nvrtc->major, &nvrtc->minor);
  if (error != NVRTC_SUCCESS) {
    snprintf(why, size, "NVRTC does not start: %s", nvrtc->GetErrorString(error));
    return -1;
  }
  char where[PATH_MAX];
  struct stat file;
  void *symbol = NULL;
  memcpy(&symbol, &nvrtc->CompileProgram, sizeof symbol);
  if (gpti_file_of(symbol, where, sizeof where) == 0 && stat(where, &file) == 0) {
    nvrtc->file_size = (unsigned long long)file.st_size;
    nvrtc->file_time = (unsigned long long)file.st_mtime;
  }
  return 0;
}

const char *gpti_error_name(CUresult error, char *text) {
  const char *name = NULL;
  if (gpti_cu.GetErrorName && gpti_cu.GetErrorName(error, &name) == CUDA_SUCCESS && name)
    return name;
  snprintf(text, 32, "CUDA error %d", error);
  return text;
}

int gpti_error_is_sticky(CUresult error) {
  return error == CUDA_ERROR_DEINITIALIZED || error == CUDA_ERROR_INVALID_CONTEXT ||
         error == CUDA_ERROR_ILLEGAL_ADDRESS || error == CUDA_ERROR_LAUNCH_TIMEOUT ||
         error == CUDA_ERROR_CONTEXT_IS_DESTROYED || error == CUDA_ERROR_ASSERT ||
         (error >= CUDA_ERROR_HARDWARE_STACK_ERROR && error <= CUDA_ERROR_LAUNCH_FAILED);
}
