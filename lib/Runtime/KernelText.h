/*===- KernelText.h - The text of one version of a region's kernels ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_KERNELTEXT_H
#define GPUTILE_RUNTIME_KERNELTEXT_H

#include "Runtime/Kernels.h"

/* The region's text behind the definitions that gputile_rt.h promises. \p sizes has one
 * element per parameter of all kernels, or is null; the text's lines are those of \p file.
 * To be freed; null without memory. */
char *gpti_kernel_text(const struct gputile_rt_region *region, int wide,
                       const struct gpti_size *sizes, const char *file);

#endif
