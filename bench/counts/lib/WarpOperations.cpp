//===- WarpOperations.cpp - Shuffles, votes, reductions ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

#include <bit>

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

enum class Shuffle { Up, Down, Butterfly, Index };

/// The lane that `lane` reads, and whether it is within its segment.
template <Shuffle How> std::pair<unsigned, bool> sourceOf(unsigned lane, uint32_t b, uint32_t c) {
  const unsigned segment = c >> 8 & 0x1f, clamp = c & 0x1f, amount = b & 0x1f;
  const unsigned most = (lane & segment) | (clamp & ~segment), least = lane & segment;
  unsigned from = lane;
  bool inside = false;
  if constexpr (How == Shuffle::Up) {
    from = lane - amount;
    inside = int(from) >= int(most);
  } else if constexpr (How == Shuffle::Down) {
    from = lane + amount;
    inside = from <= most;
  } else if constexpr (How == Shuffle::Butterfly) {
    from = lane ^ amount;
    inside = from <= most;
  } else {
    from = least | (amount & ~segment);
    inside = from <= most;
  }
  return {inside ? from : lane, inside};
}

template <Shuffle How> void shuffle(Warp &warp, const Instruction &instruction, Mask lanes) {
  const auto *a = warp.values<uint32_t>(instruction.operands[0]);
  const auto *b = warp.values<uint32_t>(instruction.operands[1]);
  const auto *c = warp.values<uint32_t>(instruction.operands[2]);
  uint32_t values[WarpSize];
  Mask inside = 0;
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    const auto [from, within] = sourceOf<How>(lane, b[lane], c[lane]);
    if (lanes >> lane & 1 && !(lanes >> from & 1))
      return warp.fail(instruction, "lane " + std::to_string(lane) + " reads lane " +
                                        std::to_string(from) + ", which does not take part");
    values[lane] = a[from];
    inside |= Mask(within) << lane;
  }
  store(warp, instruction.result, lanes, values);
  storePredicate(warp, instruction.operands[4], lanes, inside);
}

/// The predicate of the lanes that take part; bit 0 of `extra` negates it.
Mask votes(Warp &warp, const Instruction &instruction, Mask lanes) {
  const Mask value = warp.predicate(instruction.operands[0]);
  return (instruction.extra & 1 ? ~value : value) & lanes;
}

template <auto F> void vote(Warp &warp, const Instruction &instruction, Mask lanes) {
  const bool result = F(votes(warp, instruction, lanes), lanes);
  storePredicate(warp, instruction.result, lanes, result ? AllLanes : 0);
}

void everywhere(Warp &warp, const Instruction &instruction, Mask lanes, uint32_t value) {
  uint32_t values[WarpSize];
  for (uint32_t &each : values)
    each = value;
  store(warp, instruction.result, lanes, values);
}

void ballot(Warp &warp, const Instruction &instruction, Mask lanes) {
  everywhere(warp, instruction, lanes, votes(warp, instruction, lanes));
}

void activeMask(Warp &warp, const Instruction &instruction, Mask lanes) {
  everywhere(warp, instruction, lanes, lanes);
}

template <auto F, class T> void reduce(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]);
  T result = a[std::countr_zero(lanes)];
  for (Mask rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
    result = static_cast<T>(F(result, a[std::countr_zero(rest)]));
  everywhere(warp, instruction, lanes, static_cast<uint32_t>(result));
}

template <class T> void matchAny(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]);
  uint32_t values[WarpSize] = {};
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    for (unsigned other = 0; other < WarpSize; ++other)
      values[lane] |= a[lane] == a[other] ? (Mask(1) << other) & lanes : 0;
  store(warp, instruction.result, lanes, values);
}

Handler reduceHandler(const Opcode &opcode) {
  const bool isSigned = opcode.type().kind == Type::Signed;
  return StringSwitch<Handler>(opcode.modifiers()[1])
      .Case("add", reduce<[](uint32_t a, uint32_t b) { return a + b; }, uint32_t>)
      .Case("and", reduce<[](uint32_t a, uint32_t b) { return a & b; }, uint32_t>)
      .Case("or", reduce<[](uint32_t a, uint32_t b) { return a | b; }, uint32_t>)
      .Case("xor", reduce<[](uint32_t a, uint32_t b) { return a ^ b; }, uint32_t>)
      .Case("min",
            isSigned ? Handler(reduce<[](int32_t a, int32_t b) { return a < b ? a : b; }, int32_t>)
                     : reduce<[](uint32_t a, uint32_t b) { return a < b ? a : b; }, uint32_t>)
      .Case("max",
            isSigned ? Handler(reduce<[](int32_t a, int32_t b) { return a < b ? b : a; }, int32_t>)
                     : reduce<[](uint32_t a, uint32_t b) { return a < b ? b : a; }, uint32_t>)
      .Default(nullptr);
}

Handler voteHandler(const Opcode &opcode) {
  if (opcode.has("ballot"))
    return ballot;
  if (opcode.has("all"))
    return vote<[](Mask holds, Mask lanes) { return holds == lanes; }>;
  if (opcode.has("any"))
    return vote<[](Mask holds, Mask) { return holds != 0; }>;
  return vote<[](Mask holds, Mask lanes) { return holds == 0 || holds == lanes; }>;
}

Handler shuffleHandler(const Opcode &opcode) {
  return opcode.has("up")     ? shuffle<Shuffle::Up>
         : opcode.has("down") ? shuffle<Shuffle::Down>
         : opcode.has("bfly") ? shuffle<Shuffle::Butterfly>
                              : shuffle<Shuffle::Index>;
}

} // namespace

Handler warpHandler(const Opcode &opcode) {
  const StringRef name = opcode.name();
  if (name == "activemask")
    return activeMask;
  if (!opcode.has("sync")) // The old forms without a mask are gone since Volta.
    return nullptr;
  if (name == "shfl")
    return shuffleHandler(opcode);
  if (name == "vote")
    return voteHandler(opcode);
  if (name == "redux" && opcode.type().bytes == 4 && opcode.type().isInteger())
    return reduceHandler(opcode);
  if (name == "match" && opcode.has("any"))
    return opcode.type().bytes == 8 ? matchAny<uint64_t> : matchAny<uint32_t>;
  return nullptr;
}

} // namespace gputile::counts
