/*===- Transfer.h - Copies of boxes ---------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_TRANSFER_H
#define GPUTILE_RUNTIME_TRANSFER_H

#include "Runtime/CudaApi.h"
#include "Runtime/Layout.h"

/* Copies the elements of a box, and no others. All but the last go through the stream;
 * memory of the program that is not pinned may be read or written before they return. */

CUresult gpti_copy_to_device(const struct gpti_array *array, const struct gpti_box *box,
                             CUstream stream);
CUresult gpti_copy_to_host(const struct gpti_array *array, const struct gpti_box *box,
                           CUstream stream);
/* From and into \p packed, where the elements follow one another. */
CUresult gpti_copy_from_staging(const struct gpti_array *array, const struct gpti_box *box,
                                const char *packed, CUstream stream);
CUresult gpti_copy_to_staging(const struct gpti_array *array, const struct gpti_box *box,
                              char *packed, CUstream stream);
/* From there to the program's memory, at once. */
void gpti_store_staging(const struct gpti_array *array, const struct gpti_box *box,
                        const char *packed);

/* The bytes of the elements of a box. */
long long gpti_box_bytes(const struct gpti_array *array, const struct gpti_box *box);

/* Copies \p size bytes inside the device. */
CUresult gpti_copy_on_device(CUdeviceptr to, CUdeviceptr from, unsigned long long size,
                             CUstream stream);

#endif
