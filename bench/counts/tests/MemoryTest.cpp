//===- MemoryTest.cpp - Sectors, banks and bounds ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "gtest/gtest.h"

using namespace gputile::counts;

static Access strided(uint64_t begin, uint64_t stride, unsigned bytes, Mask lanes = AllLanes) {
  Access access;
  access.lanes = lanes;
  access.bytes = bytes;
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    access.address[lane] = begin + lane * stride;
  return access;
}

TEST(Sectors, of_neighbouring_words_are_four) {
  EXPECT_EQ(sectorsOf(strided(256, 4, 4)), 4u);
  EXPECT_EQ(sectorsOf(strided(260, 4, 4)), 5u); // Not aligned to a sector.
  EXPECT_EQ(sectorsOf(strided(256, 16, 16)), 16u);
}

TEST(Sectors, of_a_stride_are_one_per_lane) {
  EXPECT_EQ(sectorsOf(strided(0, 32, 4)), 32u);
  EXPECT_EQ(sectorsOf(strided(0, 4096, 4)), 32u); // Far apart.
  EXPECT_EQ(sectorsOf(strided(1 << 20, 0, 4)), 1u);
}

TEST(Sectors, are_those_of_active_lanes) {
  EXPECT_EQ(sectorsOf(strided(0, 32, 4, 0x5)), 2u);
  EXPECT_EQ(sectorsOf(strided(0, 4096, 4, 0x80000001)), 2u);
  EXPECT_EQ(sectorsOf(strided(0, 4, 4, 0)), 0u);
}

TEST(SectorCache, misses_what_was_not_loaded_lately) {
  SectorCache cache;
  EXPECT_EQ(cache.missesOf(strided(256, 4, 4)), 4u);
  EXPECT_EQ(cache.missesOf(strided(260, 4, 4)), 1u); // The stencil's neighbour.
  EXPECT_EQ(cache.missesOf(strided(256, 4, 4)), 0u);
  EXPECT_EQ(cache.missesOf(strided(1 << 20, 0, 4)), 1u);
  cache.clear();
  EXPECT_EQ(cache.missesOf(strided(256, 4, 4)), 4u);
}

TEST(SectorCache, forgets_when_it_is_full) {
  SectorCache cache;
  for (unsigned n = 0; n < SectorCache::Most / WarpSize; ++n)
    EXPECT_EQ(cache.missesOf(strided(n * WarpSize * 32, 32, 4)), 32u);
  EXPECT_EQ(cache.missesOf(strided(0, 32, 4)), 32u);
}

TEST(Wavefronts, of_words_are_the_largest_number_in_a_bank) {
  EXPECT_EQ(wavefrontsOf(strided(0, 4, 4)), 1u);
  EXPECT_EQ(wavefrontsOf(strided(4, 4, 4)), 1u);
  EXPECT_EQ(wavefrontsOf(strided(0, 8, 4)), 2u);
  EXPECT_EQ(wavefrontsOf(strided(0, 128, 4)), 32u);
  EXPECT_EQ(wavefrontsOf(strided(0, 132, 4)), 1u); // A column of an array with a padded row.
  EXPECT_EQ(wavefrontsOf(strided(64, 0, 4)), 1u);  // The same word for all.
}

TEST(Wavefronts, of_wide_accesses_go_in_parts) {
  EXPECT_EQ(wavefrontsOf(strided(0, 8, 8)), 2u);
  EXPECT_EQ(wavefrontsOf(strided(0, 16, 16)), 4u);
  EXPECT_EQ(wavefrontsOf(strided(0, 16, 8)), 4u);
  EXPECT_EQ(wavefrontsOf(strided(0, 8, 8, 0xffff)), 1u);
  EXPECT_EQ(wavefrontsOf(strided(0, 128, 16)), 32u);
}

TEST(Wavefronts, of_atomics_take_turns_for_one_word) {
  EXPECT_EQ(atomicWavefrontsOf(strided(64, 0, 4)), 32u);
  EXPECT_EQ(atomicWavefrontsOf(strided(0, 4, 4)), 1u);
}

TEST(DeviceMemory, knows_its_allocations) {
  alignas(16) static char all[512];
  char *const first = all, *const second = all + 448;
  DeviceMemory memory;
  memory.add(first, 256);
  memory.add(second, 64);
  const auto begin = reinterpret_cast<uint64_t>(first);
  EXPECT_EQ(memory.firstWrongLane(strided(begin, 8, 4)), WarpSize);
  EXPECT_EQ(memory.firstWrongLane(strided(begin, 12, 4)), 22u); // 22 * 12 + 4 > 256
  EXPECT_EQ(memory.firstWrongLane(strided(begin + 1, 4, 4)), 0u);
  EXPECT_TRUE(memory.remove(first));
  EXPECT_FALSE(memory.remove(first));
  EXPECT_EQ(memory.firstWrongLane(strided(begin, 8, 4)), 0u);
}
