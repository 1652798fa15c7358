/*===- SourceFile.h - The text of kernels, for profilers --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_SOURCEFILE_H
#define GPUTILE_RUNTIME_SOURCEFILE_H

#include "gputile/rt/gputile_rt.h"

#include <stddef.h>

/* Writes the text of \p region's kernels into the folder of GPUTILE_LINEINFO, where profilers find
 * the lines that the code names. \returns 0 and the file's absolute path, or -1 without that
 * variable and, after a message, where the file cannot be written. */
int gpti_source_file(const struct gputile_rt_region *region, char *path, size_t size);

#endif
