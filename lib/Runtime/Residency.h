/*===- Residency.h - Arrays that stay on the device between regions ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* Of the calling thread: the arrays that gputile_rt_data_begin names, with the boxes of
 * them that the device holds, and those of which it holds the only present copy. */

#ifndef GPUTILE_RUNTIME_RESIDENCY_H
#define GPUTILE_RUNTIME_RESIDENCY_H

#include "Runtime/Device.h"
#include "Runtime/Failure.h"
#include "Runtime/Layout.h"
#include "Runtime/Memory.h"

/* The scope of this thread. Every begin of a region asks for it; the model spares a call of
 * the loader. */
struct gpti_data_scope;
extern _Thread_local struct gpti_data_scope *gpti_innermost_scope
    __attribute__((tls_model("initial-exec")));

static inline int gpti_in_data_scope(void) { return gpti_innermost_scope != NULL; }

/* Before the original loops of a region run: what is newer on the device is copied back,
 * and what the device holds is forgotten. Aborts when data are lost. */
void gpti_resident_settle(void);

/* Copies back what is newer on the device, where it stays. Aborts when data are lost. */
void gpti_resident_update(void);

/* The following work on the arrays of a call, while the device's context is current. */

/* Ends the residency of whatever else \p array shares memory with. */
void gpti_resident_separate(const struct gpti_array *array);
/* Whether a data block keeps \p array on the device. */
int gpti_is_resident(const struct gpti_array *array);
/* Finds out whether \p array is resident: fills resident. */
void gpti_resident_find(struct gpti_array *array);
/* Fills buffer and device of a resident array. */
CUresult gpti_resident_attach(struct gpti_array *array, struct gpti_device *device);
/* True when the input box must be copied. It may be: the program's memory is not older than
 * the device's there. */
int gpti_resident_needs_copy(const struct gpti_array *array);
/* That has been done. */
void gpti_resident_copied_in(const struct gpti_array *array);
/* Makes the present contents survive kernels that write the array and then fail. */
CUresult gpti_resident_protect(const struct gpti_array *array, struct gpti_device *device,
                               CUstream stream);
/* After that: true when the values of the output box before the kernels must be kept in
 * `before`, since only what differs from them is to be stored. */
int gpti_resident_needs_before(const struct gpti_array *array);
/* The call has succeeded: the output box is newer on the device. Takes `before`. */
void gpti_resident_written(struct gpti_array *array);
/* The call has failed, and nothing of it is running. */
void gpti_resident_failed(const struct gpti_array *array);

#endif
