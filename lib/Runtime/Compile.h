/*===- Compile.h - From the text of kernels to code for a device ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_COMPILE_H
#define GPUTILE_RUNTIME_COMPILE_H

#include "Runtime/Device.h"
#include "Runtime/Failure.h"
#include "Runtime/Hash.h"

/* Code that cuModuleLoadData takes. */
struct gpti_image {
  void *bytes; /* to be freed */
  size_t size;
  int from_cache;
  unsigned char key[GPTI_HASH_SIZE]; /* in the cache */
};

/* Loads NVRTC at the first call. \returns 0, or a status with the reason in \p failure. */
int gpti_compiler_start(struct gpti_failure *failure);

/* Compiles \p text for \p device, or takes it from the cache unless \p afresh is set.
 * \p name is for the compiler's messages. \returns 0, or a status. */
int gpti_compile(const struct gpti_device *device, const char *text, const char *name, int afresh,
                 struct gpti_image *image, struct gpti_failure *failure);

/* True when \p bytes may be read as the ELF file that they claim to be. The driver is
 * not told where an image ends. */
int gpti_image_is_whole(const unsigned char *bytes, unsigned long size);

#endif
