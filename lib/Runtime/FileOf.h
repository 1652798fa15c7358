/*===- FileOf.h - Where code was loaded from ------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_FILEOF_H
#define GPUTILE_RUNTIME_FILEOF_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The absolute path of the file whose code or data is mapped at \p address, as the kernel
 * knows it: dladdr() answers with argv[0] for the program, which may be any text, and with
 * what the current folder was for libraries that were found by a relative path.
 * \returns 0, or -1 when it is not known (no /proc, no file, a path over \p size bytes). */
int gpti_file_of(const void *address, char *path, size_t size);

#ifdef __cplusplus
}
#endif

#endif
