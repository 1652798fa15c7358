/*===- Probe.h - Reads of memory that may not exist -----------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_PROBE_H
#define GPUTILE_RUNTIME_PROBE_H

#include "Runtime/Layout.h"

/* Reads the elements of \p box from the program's memory into \p packed, where they follow
 * one another. The system reads, so that memory that does not exist is an answer and no
 * signal, and elements may change meanwhile. \returns 0 when something could not be read. */
int gpti_probe_box(const struct gpti_array *array, const struct gpti_box *box, char *packed);
/* The same for \p size bytes. */
int gpti_probe(void *to, const void *from, size_t size);

#endif
