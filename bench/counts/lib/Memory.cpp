//===- Memory.cpp - Device memory; sectors and banks of accesses *- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include <algorithm>
#include <array>
#include <bit>

namespace gputile::counts {

namespace {

/// The least and the largest address of the lanes.
struct Extent {
  uint64_t least = ~uint64_t(0), largest = 0;

  explicit Extent(const Access &access) {
    for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
      const uint64_t address = access.address[std::countr_zero(rest)];
      least = std::min(least, address);
      largest = std::max(largest, address);
    }
  }
};

} // namespace

unsigned sectorsOf(const Access &access) {
  if (access.lanes == 0)
    return 0;
  const Extent extent(access);
  const uint64_t first = extent.least / 32;
  if (extent.largest / 32 - first < 64) {
    uint64_t seen = 0;
    for (Mask rest = access.lanes; rest != 0; rest &= rest - 1)
      seen |= uint64_t(1) << (access.address[std::countr_zero(rest)] / 32 - first);
    return static_cast<unsigned>(std::popcount(seen));
  }
  std::array<uint64_t, WarpSize> sectors;
  unsigned count = 0;
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1)
    sectors[count++] = access.address[std::countr_zero(rest)] / 32;
  std::sort(sectors.begin(), sectors.begin() + count);
  return static_cast<unsigned>(std::unique(sectors.begin(), sectors.begin() + count) -
                               sectors.begin());
}

unsigned SectorCache::missesOf(const Access &access) {
  if (sectors.size() + WarpSize > Most)
    clear();
  unsigned misses = 0;
  uint64_t last = ~uint64_t(0);
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const uint64_t sector = access.address[std::countr_zero(rest)] / 32;
    if (sector != last)
      misses += sectors.insert(sector).second;
    last = sector;
  }
  return misses;
}

/// Of lanes that go together. `distinct`: lanes with the same word take one turn.
static unsigned wavefrontsOfPart(const Access &access, Mask lanes, bool distinct) {
  uint64_t words[32][WarpSize]; // Those of each bank; a lane has no two of one.
  uint8_t counts[32] = {};
  unsigned most = 0;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const uint64_t address = access.address[std::countr_zero(rest)];
    for (unsigned byte = 0; byte < access.bytes; byte += 4) {
      const uint64_t word = (address + byte) / 4;
      uint64_t *const ofBank = words[word % 32];
      uint8_t &count = counts[word % 32];
      if (distinct && std::find(ofBank, ofBank + count, word) != ofBank + count)
        continue;
      ofBank[count++] = word;
      most = std::max<unsigned>(most, count);
    }
  }
  return most;
}

/// True where the lanes' words lie within 32 neighbouring ones: no bank has two.
static bool isNarrow(const Access &access) {
  const Extent extent(access);
  return (extent.largest + access.bytes - 1) / 4 - extent.least / 4 < 32;
}

unsigned wavefrontsOf(const Access &access) {
  const unsigned parts = access.bytes > 8 ? 4 : access.bytes > 4 ? 2 : 1;
  if (access.lanes != 0 && parts == 1 && isNarrow(access))
    return 1;
  const unsigned lanesOfPart = WarpSize / parts;
  unsigned result = 0;
  for (unsigned part = 0; part < parts; ++part) {
    const Mask lanes = access.lanes & (AllLanes >> (WarpSize - lanesOfPart))
                                          << (part * lanesOfPart);
    result += wavefrontsOfPart(access, lanes, true);
  }
  return result;
}

unsigned atomicWavefrontsOf(const Access &access) {
  return wavefrontsOfPart(access, access.lanes, false);
}

void DeviceMemory::add(const void *begin, uint64_t size) {
  const auto address = reinterpret_cast<uint64_t>(begin);
  ends[address] = address + size;
}

bool DeviceMemory::remove(const void *begin) {
  last = {};
  return ends.erase(reinterpret_cast<uint64_t>(begin)) == 1;
}

DeviceMemory::Range DeviceMemory::rangeOf(uint64_t address) const {
  auto next = ends.upper_bound(address);
  if (next == ends.begin())
    return {};
  --next;
  return {next->first, next->second};
}

bool DeviceMemory::contains(uint64_t address, uint64_t size) const {
  if (address < last.begin || address >= last.end)
    last = rangeOf(address);
  return address >= last.begin && address < last.end && size <= last.end - address;
}

unsigned DeviceMemory::firstWrongLane(const Access &access) const {
  const Extent extent(access);
  uint64_t low = 0;
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    low |= access.lanes >> lane & 1 ? access.address[lane] & (access.bytes - 1) : 0;
  if (low == 0 && contains(extent.least, extent.largest - extent.least + access.bytes))
    return WarpSize;
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    if (access.lanes >> lane & 1 &&
        (access.address[lane] % access.bytes != 0 || !contains(access.address[lane], access.bytes)))
      return lane;
  return WarpSize;
}

} // namespace gputile::counts
