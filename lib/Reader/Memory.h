//===- Memory.h - Memory of interpreted programs --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects at made-up addresses. Every access is checked: that its object exists, that a
/// value was written before it is used, and, on the device, that accesses of one element by
/// different threads are ordered by a barrier, a launch or a flag.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_MEMORY_H
#define GPUTILE_LIB_READER_MEMORY_H

#include "llvm/ADT/BitVector.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gputile::reader {

using Address = uint64_t;

/// The text does what no correct text does.
struct Fault {
  std::string what;
};

/// The reader cannot follow the text.
struct NotFollowed {
  std::string what;
};

/// Who accesses memory on the device. A unit is a block, or what a block does between two
/// tickets; units of one launch are unordered but for flags.
struct Accessor {
  uint32_t launch = 0; ///< 0: the host. Launches follow one another.
  uint32_t unit = 0;
  uint32_t epoch = 0; ///< Number of barriers that the unit has met.
  int32_t thread = 0;
};

/// The last accesses of one element.
struct Shadow {
  Accessor write, read;
  int32_t otherUnit = -1; ///< A second unit that has read since the last write.
};

/// A piece of memory.
struct MemoryObject {
  std::string name;
  Address base = 0;
  uint64_t size = 0;
  bool onDevice = false;
  bool ofBlock = false; ///< Shared memory: accessed by one block only.
  /// Too large to be held: what is read there is some value, what is written is lost.
  bool phantom = false;
  bool recorded = false;       ///< Whether readBytes and writtenBytes are kept.
  std::vector<uint8_t> bytes;
  llvm::BitVector known;       ///< Bytes that have been written.
  llvm::BitVector readBytes, writtenBytes;
  std::vector<Shadow> shadow;  ///< On the device, per byte.
};

/// The value of a scalar in memory.
struct Cell {
  uint64_t bits = 0;
  bool known = true;
};

/// The objects that the text can access, with what is needed to find races.
class Memory {
public:
  /// Unit A comes before unit B when before[B] has A: by waiting for flags.
  std::vector<llvm::BitVector> before;
  /// Parts of the program are left out: what orders the others is not seen.
  bool inParts = false;
  /// Set while the host copies to or from the device, where it may access both.
  bool transferring = false;

  /// An object behind all others, with a gap before it.
  MemoryObject &allocate(std::string name, uint64_t size);
  /// An object at \p base, which must be free.
  MemoryObject &allocateAt(std::string name, Address base, uint64_t size);
  /// Frees the object that begins at \p base. \throws Fault when none does
  void release(Address base);
  /// The first address behind all objects and a gap.
  Address end() const { return End; }

  /// The object that holds [\p at, \p at + \p size). \throws Fault
  MemoryObject &find(Address at, uint64_t size);

  Cell load(Address at, unsigned size, const Accessor &who, bool isVolatile);
  void store(Address at, unsigned size, Cell value, const Accessor &who, bool isVolatile);
  /// Copies bytes, known or not.
  void copy(Address to, Address from, uint64_t size, const Accessor &who);
  void fill(Address at, uint8_t value, uint64_t size, const Accessor &who);

private:
  void checkSide(const MemoryObject &object, const Accessor &who) const;
  bool ordered(const Accessor &earlier, const Accessor &now) const;
  void noteRead(MemoryObject &object, uint64_t offset, Accessor who) const;
  void noteWrite(MemoryObject &object, uint64_t offset, Accessor who) const;

  std::map<Address, std::unique_ptr<MemoryObject>> Objects;
  MemoryObject *Last = nullptr;
  Address End = 1ULL << 32;
};

} // namespace gputile::reader

#endif
