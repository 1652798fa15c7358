//===- Memory.h - Device memory; sectors and banks of accesses --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Program.h"

#include "llvm/ADT/DenseSet.h"

#include <map>

namespace gputile::counts {

/// Addresses of a warp's access, one for each lane; those of other lanes have no meaning.
struct Access {
  uint64_t address[WarpSize];
  Mask lanes = 0;
  unsigned bytes = 0; ///< Of one lane: a power of two up to 16.
};

/// Distinct sectors of 32 bytes that the lanes touch.
unsigned sectorsOf(const Access &access);

/// The sectors that a block has loaded lately, as a part of its multiprocessor's L1 cache: it holds a
/// number of them and forgets all when it is full.
class SectorCache {
  llvm::DenseSet<uint64_t> sectors;

public:
  static constexpr unsigned Most = 4096; ///< 128 KiB.

  /// How many distinct sectors \p access loads that are not there; now they are.
  unsigned missesOf(const Access &access);
  void clear() { sectors.clear(); }
};

/// Wavefronts of an access of shared memory with 32 banks of 4 bytes: the largest number of
/// distinct words of one bank. Accesses of 8 bytes go in halves of the warp, of 16 in quarters.
unsigned wavefrontsOf(const Access &access);

/// The same for atomic operations, which take one turn for each lane of a bank.
unsigned atomicWavefrontsOf(const Access &access);

/// Which addresses kernels may touch.
class DeviceMemory {
  std::map<uint64_t, uint64_t> ends; ///< Of each allocation, by its begin.
  struct Range {
    uint64_t begin = 0, end = 0;
  };
  mutable Range last;

  Range rangeOf(uint64_t address) const;

public:
  void add(const void *begin, uint64_t size);
  /// False where nothing begins there.
  bool remove(const void *begin);
  bool contains(uint64_t address, uint64_t size) const;
  /// The first lane whose bytes are in no allocation or not aligned; WarpSize if none.
  unsigned firstWrongLane(const Access &access) const;
};

} // namespace gputile::counts
