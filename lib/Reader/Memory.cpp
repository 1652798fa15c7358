//===- Memory.cpp - Memory of interpreted programs ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Memory.h"

#include <algorithm>
#include <cstring>

namespace gputile::reader {

/// Between two objects, so that a subscript that leaves one does not enter another.
constexpr uint64_t Gap = 1ULL << 20;
/// The largest object that is held.
constexpr uint64_t LargestHeld = 1ULL << 24;

MemoryObject &Memory::allocateAt(std::string name, Address base, uint64_t size) {
  auto object = std::make_unique<MemoryObject>();
  object->name = std::move(name);
  object->base = base;
  object->size = size;
  object->phantom = size > LargestHeld;
  if (!object->phantom) {
    object->bytes.resize(size);
    object->known.resize(size);
  }
  End = std::max(End, (base + size + Gap + 255) & ~uint64_t(255));
  return *(Objects[base] = std::move(object));
}

MemoryObject &Memory::allocate(std::string name, uint64_t size) {
  return allocateAt(std::move(name), End, size);
}

void Memory::release(Address base) {
  const auto found = Objects.find(base);
  if (found == Objects.end())
    throw Fault{"frees what was not allocated"};
  if (Last == found->second.get())
    Last = nullptr;
  Objects.erase(found);
}

MemoryObject &Memory::find(Address at, uint64_t size) {
  if (!Last || at < Last->base || at + size > Last->base + Last->size) {
    auto next = Objects.upper_bound(at);
    if (next == Objects.begin())
      throw Fault{"accesses memory through a null or wild pointer"};
    MemoryObject &object = *std::prev(next)->second;
    if (at + size > object.base + object.size || at + size < at)
      throw Fault{"accesses memory " + std::to_string(at - object.base) + " bytes behind the begin of '" +
                  object.name + "', which has " + std::to_string(object.size)};
    Last = &object;
  }
  return *Last;
}

bool Memory::ordered(const Accessor &earlier, const Accessor &now) const {
  if (inParts || earlier.launch != now.launch)
    return true;
  if (earlier.unit == now.unit)
    return earlier.thread == now.thread || earlier.epoch != now.epoch;
  return now.unit < before.size() && earlier.unit < before[now.unit].size() &&
         before[now.unit].test(earlier.unit);
}

/// Neither side has the other's memory.
void Memory::checkSide(const MemoryObject &object, const Accessor &who) const {
  if (who.launch == 0 && object.onDevice && !transferring)
    throw Fault{"accesses device memory on the host"};
  if (who.launch != 0 && object.recorded)
    throw Fault{"accesses the host's array '" + object.name + "' in a kernel"};
}

/// In place of a thread: several.
constexpr int32_t SeveralThreads = -1;

static Fault race(const MemoryObject &object, uint64_t offset, const char *what) {
  return Fault{std::string(what) + " byte " + std::to_string(offset) + " of '" + object.name +
               "' on different threads, without a barrier in between"};
}

void Memory::noteRead(MemoryObject &object, uint64_t offset, Accessor who) const {
  Shadow &shadow = object.shadow[offset];
  if (object.ofBlock)
    who.unit = 0; // Units of one block follow one another.
  if (!ordered(shadow.write, who))
    throw race(object, offset, "writes and reads");
  Accessor &read = shadow.read;
  if (read.launch == who.launch && read.unit == who.unit && read.epoch == who.epoch) {
    if (read.thread != who.thread)
      read.thread = SeveralThreads;
    return;
  }
  if (read.launch == who.launch && read.unit != who.unit)
    shadow.otherUnit = static_cast<int32_t>(read.unit);
  else if (read.launch != who.launch)
    shadow.otherUnit = -1;
  read = who;
}

void Memory::noteWrite(MemoryObject &object, uint64_t offset, Accessor who) const {
  Shadow &shadow = object.shadow[offset];
  if (object.ofBlock)
    who.unit = 0; // Units of one block follow one another.
  if (!ordered(shadow.write, who))
    throw race(object, offset, "writes twice");
  Accessor other = shadow.read;
  if (!ordered(other, who))
    throw race(object, offset, "reads and writes");
  if (shadow.otherUnit >= 0 && other.launch == who.launch) {
    other.unit = static_cast<uint32_t>(shadow.otherUnit);
    other.epoch = who.epoch;
    other.thread = SeveralThreads;
    if (other.unit != who.unit && !ordered(other, who))
      throw race(object, offset, "reads and writes");
  }
  shadow = {who, {}, -1};
}

/// Any value that makes no arithmetic overflow.
static Cell phantomValue() { return {0, true}; }

Cell Memory::load(Address at, unsigned size, const Accessor &who, bool isVolatile) {
  MemoryObject &object = find(at, size);
  checkSide(object, who);
  if (object.phantom)
    return phantomValue();
  const uint64_t offset = at - object.base;
  if (object.onDevice && !isVolatile && !object.shadow.empty())
    noteRead(object, offset, who);
  if (object.recorded)
    object.readBytes.set(unsigned(offset), unsigned(offset + size));
  Cell cell;
  std::memcpy(&cell.bits, object.bytes.data() + offset, size);
  cell.known = object.known.find_first_unset_in(unsigned(offset), unsigned(offset + size)) < 0;
  return cell;
}

void Memory::store(Address at, unsigned size, Cell value, const Accessor &who, bool isVolatile) {
  MemoryObject &object = find(at, size);
  checkSide(object, who);
  if (object.phantom)
    return;
  const uint64_t offset = at - object.base;
  if (object.onDevice && !isVolatile && !object.shadow.empty())
    noteWrite(object, offset, who);
  if (object.recorded)
    object.writtenBytes.set(unsigned(offset), unsigned(offset + size));
  std::memcpy(object.bytes.data() + offset, &value.bits, size);
  if (value.known)
    object.known.set(unsigned(offset), unsigned(offset + size));
  else
    object.known.reset(unsigned(offset), unsigned(offset + size));
}

void Memory::copy(Address to, Address from, uint64_t size, const Accessor &who) {
  if (size == 0)
    return;
  MemoryObject &source = find(from, size), &target = find(to, size);
  if (source.phantom || target.phantom)
    return;
  for (uint64_t i = 0; i < size; ++i)
    store(to + i, 1, load(from + i, 1, who, false), who, false);
}

void Memory::fill(Address at, uint8_t value, uint64_t size, const Accessor &who) {
  if (size == 0 || find(at, size).phantom)
    return;
  for (uint64_t i = 0; i < size; ++i)
    store(at + i, 1, {value, true}, who, false);
}

} // namespace gputile::reader
