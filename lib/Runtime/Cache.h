/*===- Cache.h - Compiled kernels on disk ---------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* A folder of files, one per compiled text, which any number of processes may use at
 * the same time. Nothing here is an error: what cannot be read is compiled, what cannot
 * be written is not kept. A folder that another user owns, or that others can write to
 * without the sticky bit, is not used. */

#ifndef GPUTILE_RUNTIME_CACHE_H
#define GPUTILE_RUNTIME_CACHE_H

#include "Runtime/Hash.h"

/* The bytes kept under \p key, to be freed, and their number in \p size; null when there
 * are none. Entries that are damaged, longer than \p limit bytes, no regular files, or that
 * another user wrote or can write, do not count. */
void *gpti_cache_load(const char *folder, const unsigned char key[GPTI_HASH_SIZE],
                      unsigned long long limit, size_t *size);

/* Keeps \p bytes, then removes what was used longest ago until at most \p limit bytes
 * are in the folder. */
void gpti_cache_store(const char *folder, const unsigned char key[GPTI_HASH_SIZE],
                      const void *bytes, size_t size, unsigned long long limit);

/* Removes the entry of \p key. */
void gpti_cache_drop(const char *folder, const unsigned char key[GPTI_HASH_SIZE]);

#endif
