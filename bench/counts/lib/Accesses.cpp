//===- Accesses.cpp - Loads, stores and copies ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Lanes.h"

#include <bit>

namespace gputile::counts {

using Handler = Instruction::Handler;

Access addressesOf(Warp &warp, const Instruction &instruction, uint32_t base, bool wide, Mask lanes,
                   unsigned bytes) {
  Access access;
  access.lanes = lanes;
  access.bytes = bytes;
  const auto offset = static_cast<uint64_t>(instruction.offset);
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    access.address[lane] = wide ? warp.values<uint64_t>(base)[lane] + offset
                                : static_cast<uint32_t>(warp.values<uint32_t>(base)[lane] + offset);
  return access;
}

static bool resolveShared(Warp &warp, const Instruction &instruction, bool isAtomic,
                          Access &access) {
  const uint64_t size = warp.block.sharedSize();
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const uint64_t address = access.address[std::countr_zero(rest)];
    if (address >= size || access.bytes > size - address || address % access.bytes != 0) {
      warp.fail(instruction, "byte " + std::to_string(address) + " of shared memory, which has " +
                                 std::to_string(size) + ", or is not aligned");
      return false;
    }
  }
  warp.countWavefronts(instruction, isAtomic ? atomicWavefrontsOf(access) : wavefrontsOf(access));
  for (uint64_t &address : access.address)
    address += reinterpret_cast<uint64_t>(warp.block.sharedMemory());
  return true;
}

static bool resolveGlobal(Warp &warp, const Instruction &instruction, Access &access) {
  const unsigned wrong = warp.launch.memory.firstWrongLane(access);
  if (wrong < WarpSize) {
    warp.fail(instruction, "lane " + std::to_string(wrong) + " accesses " +
                               std::to_string(access.bytes) +
                               " bytes outside of device memory, or not aligned");
    return false;
  }
  const unsigned sectors = sectorsOf(access);
  const bool isCached = instruction.kind == Class::LoadGlobal;
  warp.countSectors(instruction, sectors, isCached ? warp.block.cache().missesOf(access) : sectors);
  return true;
}

static bool resolveLocal(Warp &warp, const Instruction &instruction, Access &access) {
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    uint64_t &address = access.address[lane];
    if (address >= warp.localBytes || access.bytes > warp.localBytes - address) {
      warp.fail(instruction, "an address outside of local memory");
      return false;
    }
    address += reinterpret_cast<uint64_t>(warp.localMemory(lane));
  }
  return true;
}

/// The space in which generic addresses of the first active lane lie; moves addresses into it.
static AddressSpace spaceOf(Warp &warp, Access &access) {
  const uint64_t first = access.address[std::countr_zero(access.lanes)];
  const auto shared = reinterpret_cast<uint64_t>(warp.block.sharedMemory());
  if (first - shared < warp.block.sharedSize()) {
    for (uint64_t &address : access.address)
      address -= shared;
    return AddressSpace::Shared;
  }
  const auto local = reinterpret_cast<uint64_t>(warp.localMemory(0));
  if (first - local < warp.localBytes * WarpSize) {
    for (unsigned lane = 0; lane < WarpSize; ++lane)
      access.address[lane] -= local + lane * warp.localBytes;
    return AddressSpace::Local;
  }
  const auto parameters = reinterpret_cast<uint64_t>(warp.launch.parameters);
  return first - parameters < warp.launch.parameterBytes ? AddressSpace::KernelParameter
                                                         : AddressSpace::Global;
}

static bool resolveParameter(Warp &warp, const Instruction &instruction, const Access &access) {
  const auto begin = reinterpret_cast<uint64_t>(warp.launch.parameters);
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const uint64_t at = access.address[std::countr_zero(rest)] - begin;
    if (at >= warp.launch.parameterBytes || access.bytes > warp.launch.parameterBytes - at) {
      warp.fail(instruction, "an address outside of the parameters");
      return false;
    }
  }
  return true;
}

bool resolve(Warp &warp, const Instruction &instruction, AddressSpace space, bool isAtomic,
             Access &access) {
  if (space == AddressSpace::Generic)
    space = spaceOf(warp, access);
  switch (space) {
  case AddressSpace::Shared:
    return resolveShared(warp, instruction, isAtomic, access);
  case AddressSpace::Local:
    return resolveLocal(warp, instruction, access);
  case AddressSpace::KernelParameter:
    return resolveParameter(warp, instruction, access);
  default:
    return resolveGlobal(warp, instruction, access);
  }
}

//===- Loads and stores -----------------------------------------------------===//

namespace {

/// The registers of an access: a table for several elements.
uint32_t registerOf(Warp &warp, const Instruction &instruction, uint32_t single, unsigned element) {
  return instruction.elements == 1 ? single
                                   : warp.launch.program.tables[instruction.extra][element];
}

template <class T, class R>
void loadElement(Warp &warp, const Access &access, unsigned element, uint32_t to) {
  if (to == NoOperand)
    return;
  R *result = warp.values<R>(to);
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    T value;
    std::memcpy(&value, reinterpret_cast<const void *>(access.address[lane] + element * sizeof(T)),
                sizeof value);
    result[lane] = static_cast<R>(value);
  }
}

template <class T, class R>
void storeElement(Warp &warp, const Access &access, unsigned element, uint32_t from) {
  const R *values = warp.values<R>(from);
  for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const T value = static_cast<T>(values[lane]);
    std::memcpy(reinterpret_cast<void *>(access.address[lane] + element * sizeof(T)), &value,
                sizeof value);
  }
}

template <AddressSpace S, bool Wide, class T, class R>
void load(Warp &warp, const Instruction &instruction, Mask lanes) {
  Access access = addressesOf(warp, instruction, instruction.operands[0], Wide, lanes,
                              unsigned(sizeof(T)) * instruction.elements);
  if (!resolve(warp, instruction, S, false, access))
    return;
  for (unsigned element = 0; element < instruction.elements; ++element)
    loadElement<T, R>(warp, access, element,
                      registerOf(warp, instruction, instruction.result, element));
}

template <AddressSpace S, bool Wide, class T, class R>
void storeTo(Warp &warp, const Instruction &instruction, Mask lanes) {
  Access access = addressesOf(warp, instruction, instruction.operands[0], Wide, lanes,
                              unsigned(sizeof(T)) * instruction.elements);
  if (!resolve(warp, instruction, S, false, access))
    return;
  for (unsigned element = 0; element < instruction.elements; ++element)
    storeElement<T, R>(warp, access, element,
                       registerOf(warp, instruction, instruction.operands[1], element));
}

/// Parameters of a kernel: the same for all lanes, at `offset`.
template <class T, class R>
void loadKernelParameter(Warp &warp, const Instruction &instruction, Mask lanes) {
  for (unsigned element = 0; element < instruction.elements; ++element) {
    T value;
    std::memcpy(&value, warp.launch.parameters + instruction.offset + element * sizeof(T),
                sizeof value);
    R values[WarpSize];
    for (R &each : values)
      each = static_cast<R>(value);
    const uint32_t to = registerOf(warp, instruction, instruction.result, element);
    if (to != NoOperand)
      store(warp, to, lanes, values);
  }
}

/// Parameters of a device function: bytes of each lane in the frame. Operand 2 is where the
/// slot is, operand 3 its size.
Access slotOf(Warp &warp, const Instruction &instruction, Mask lanes) {
  Access access;
  access.lanes = lanes;
  const auto begin = reinterpret_cast<uint64_t>(warp.values<uint8_t>(instruction.operands[2]));
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    access.address[lane] =
        begin + uint64_t(lane) * instruction.operands[3] + uint64_t(instruction.offset);
  return access;
}

template <class T, class R> void loadSlot(Warp &warp, const Instruction &instruction, Mask lanes) {
  const Access access = slotOf(warp, instruction, lanes);
  for (unsigned element = 0; element < instruction.elements; ++element)
    loadElement<T, R>(warp, access, element,
                      registerOf(warp, instruction, instruction.result, element));
}

template <class T, class R> void storeSlot(Warp &warp, const Instruction &instruction, Mask lanes) {
  const Access access = slotOf(warp, instruction, lanes);
  for (unsigned element = 0; element < instruction.elements; ++element)
    storeElement<T, R>(warp, access, element,
                       registerOf(warp, instruction, instruction.operands[1], element));
}

template <AddressSpace S, class T, class R> Handler loadOf(bool wide) {
  if constexpr (S == AddressSpace::KernelParameter)
    return loadKernelParameter<T, R>;
  else if constexpr (S == AddressSpace::Slot)
    return loadSlot<T, R>;
  else
    return wide ? load<S, true, T, R> : load<S, false, T, R>;
}

template <AddressSpace S, class T, class R> Handler storeOf(bool wide) {
  if constexpr (S == AddressSpace::KernelParameter)
    return nullptr;
  else if constexpr (S == AddressSpace::Slot)
    return storeSlot<T, R>;
  else
    return wide ? storeTo<S, true, T, R> : storeTo<S, false, T, R>;
}

/// Finds the handler for an element's type in memory and the width of its register.
template <AddressSpace S, bool IsLoad> struct ByType {
  template <class T, class R> static Handler of(bool wide) {
    if constexpr (IsLoad)
      return loadOf<S, T, R>(wide);
    else
      return storeOf<S, T, R>(wide);
  }
  template <class T> static Handler into(unsigned registerBytes, bool wide) {
    if (registerBytes < sizeof(T))
      return nullptr;
    switch (registerBytes) {
    case 2:
      return of<T, std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>>(wide);
    case 4:
      return of<T, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>(wide);
    case 8:
      return of<T, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(wide);
    default:
      return nullptr;
    }
  }
  static Handler find(Type type, unsigned registerBytes, bool wide) {
    const bool isSigned = type.kind == Type::Signed;
    switch (type.bytes) {
    case 1:
      return isSigned ? into<int8_t>(registerBytes, wide) : into<uint8_t>(registerBytes, wide);
    case 2:
      return isSigned ? into<int16_t>(registerBytes, wide) : into<uint16_t>(registerBytes, wide);
    case 4:
      return isSigned ? into<int32_t>(registerBytes, wide) : into<uint32_t>(registerBytes, wide);
    case 8:
      return into<uint64_t>(registerBytes, wide);
    default:
      return nullptr;
    }
  }
};

template <bool IsLoad>
Handler find(AddressSpace space, Type type, unsigned registerBytes, bool wide) {
  switch (space) {
  case AddressSpace::Generic:
    return ByType<AddressSpace::Generic, IsLoad>::find(type, registerBytes, wide);
  case AddressSpace::Global:
    return ByType<AddressSpace::Global, IsLoad>::find(type, registerBytes, wide);
  case AddressSpace::Shared:
    return ByType<AddressSpace::Shared, IsLoad>::find(type, registerBytes, wide);
  case AddressSpace::Local:
    return ByType<AddressSpace::Local, IsLoad>::find(type, registerBytes, wide);
  case AddressSpace::KernelParameter:
    return ByType<AddressSpace::KernelParameter, IsLoad>::find(type, registerBytes, wide);
  case AddressSpace::Slot:
    return ByType<AddressSpace::Slot, IsLoad>::find(type, registerBytes, wide);
  }
  return nullptr;
}

/// cp.async: done at once. Reads between copy and wait, which a device leaves undefined, see the
/// copy. Operand 2 says how many bytes are read; the others become 0.
template <bool WideTo> void copy(Warp &warp, const Instruction &instruction, Mask lanes) {
  Instruction plain = instruction;
  Access to =
      addressesOf(warp, instruction, instruction.operands[0], WideTo, lanes, instruction.width);
  plain.offset = static_cast<int32_t>(instruction.extra); // The source's own offset.
  Access from = addressesOf(warp, plain, instruction.operands[1], true, lanes, instruction.width);
  const uint32_t *sizes = instruction.operands[2] == NoOperand
                              ? nullptr
                              : warp.values<uint32_t>(instruction.operands[2]);
  for (unsigned lane = 0; sizes && lane < WarpSize; ++lane)
    from.lanes &= sizes[lane] == 0 ? ~(Mask(1) << lane) : AllLanes;
  if ((from.lanes != 0 && !resolve(warp, instruction, AddressSpace::Global, false, from)) ||
      !resolve(warp, instruction, AddressSpace::Shared, false, to))
    return;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const size_t size =
        sizes ? std::min<size_t>(sizes[lane], instruction.width) : instruction.width;
    auto *result = reinterpret_cast<uint8_t *>(to.address[lane]);
    if (size > 0)
      std::memcpy(result, reinterpret_cast<const void *>(from.address[lane]), size);
    std::memset(result + size, 0, instruction.width - size);
  }
}

//===- Address spaces -------------------------------------------------------===//

/// Adds the host's address of the space's begin, or takes it away again.
template <AddressSpace S, bool ToSpace>
void convert(Warp &warp, const Instruction &instruction, Mask lanes) {
  const auto *a = warp.values<uint64_t>(instruction.operands[0]);
  uint64_t values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    const auto begin = reinterpret_cast<uint64_t>(
        S == AddressSpace::Shared ? warp.block.sharedMemory() : warp.localMemory(lane));
    values[lane] = ToSpace ? a[lane] - begin : a[lane] + begin;
  }
  store(warp, instruction.result, lanes, values);
}

} // namespace

Handler loadHandler(AddressSpace space, Type type, unsigned registerBytes, bool wide) {
  return find<true>(space, type, registerBytes, wide);
}

Handler storeHandler(AddressSpace space, Type type, unsigned registerBytes, bool wide) {
  return find<false>(space, type, registerBytes, wide);
}

Handler asyncCopyHandler(bool wideTo) { return wideTo ? copy<true> : copy<false>; }

Handler addressHandler(AddressSpace space, bool toSpace) {
  switch (space) {
  case AddressSpace::Shared:
    return toSpace ? convert<AddressSpace::Shared, true> : convert<AddressSpace::Shared, false>;
  case AddressSpace::Local:
    return toSpace ? convert<AddressSpace::Local, true> : convert<AddressSpace::Local, false>;
  default:
    return moveHandler(8);
  }
}

} // namespace gputile::counts
