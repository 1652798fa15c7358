/*===- Nvtx.h - Ranges that profilers show ---------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_NVTX_H
#define GPUTILE_RUNTIME_NVTX_H

/* Ranges of NVIDIA's Tools Extension (NVTX 3) in domain "gputile". The profiler names its library
 * in NVTX_INJECTION64_PATH, as Nsight does; without one these functions do nothing. */

/* Opens a range of this thread inside of those that are open. */
void gpti_range_push(const char *name);
/* Closes the range that was opened last. */
void gpti_range_pop(void);

#endif
