/*===- Hash.c - SHA-256 ---------------------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Hash.h"

#include <string.h>

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

static void add_block(struct gpti_hash *hash, const unsigned char *block) {
  uint32_t w[64], s[8];
  for (unsigned i = 0; i < 16; ++i)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
           (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (unsigned i = 16; i < 64; ++i)
    w[i] = w[i - 16] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(s, hash->state, sizeof s);
  for (unsigned i = 0; i < 64; ++i) {
    const uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                        ((s[4] & s[5]) ^ (~s[4] & s[6])) + round_constants[i] + w[i];
    const uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
                        ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (unsigned i = 0; i < 8; ++i)
    hash->state[i] += s[i];
}

void gpti_hash_begin(struct gpti_hash *hash) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memset(hash, 0, sizeof *hash);
  memcpy(hash->state, start, sizeof start);
}

void gpti_hash_add(struct gpti_hash *hash, const void *bytes, size_t size) {
  const unsigned char *from = bytes;
  size_t filled = (size_t)(hash->length % 64);
  hash->length += size;
  while (size > 0) {
    const size_t some = size < 64 - filled ? size : 64 - filled;
    memcpy(hash->block + filled, from, some);
    from += some;
    size -= some;
    filled += some;
    if (filled < 64)
      return;
    add_block(hash, hash->block);
    filled = 0;
  }
}

void gpti_hash_end(struct gpti_hash *hash, unsigned char digest[GPTI_HASH_SIZE]) {
  static const unsigned char padding[64] = {0x80};
  const uint64_t bits = hash->length * 8;
  unsigned char length[8];
  for (unsigned i = 0; i < 8; ++i)
    length[i] = (unsigned char)(bits >> (56 - 8 * i));
  const size_t filled = (size_t)(hash->length % 64);
  gpti_hash_add(hash, padding, filled < 56 ? 56 - filled : 120 - filled);
  gpti_hash_add(hash, length, sizeof length);
  for (unsigned i = 0; i < GPTI_HASH_SIZE; ++i)
    digest[i] = (unsigned char)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}
