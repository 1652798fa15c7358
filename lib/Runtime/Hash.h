/*===- Hash.h - SHA-256 ---------------------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_HASH_H
#define GPUTILE_RUNTIME_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { GPTI_HASH_SIZE = 32 };

/* A SHA-256 in the making. */
struct gpti_hash {
  uint32_t state[8];
  uint64_t length; /* bytes so far */
  unsigned char block[64];
};

void gpti_hash_begin(struct gpti_hash *hash);
void gpti_hash_add(struct gpti_hash *hash, const void *bytes, size_t size);
void gpti_hash_end(struct gpti_hash *hash, unsigned char digest[GPTI_HASH_SIZE]);

#endif
