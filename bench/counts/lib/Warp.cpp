//===- Warp.cpp - 32 lanes that execute together ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include <bit>

namespace gputile::counts {

/// Local memory that calls get in addition to the kernel's own.
static constexpr uint64_t LocalForCalls = 1 << 13;

void LaunchState::fail(const Instruction &instruction, const std::string &what) {
  if (!error.empty())
    return;
  const size_t pc = static_cast<size_t>(&instruction - program.code.data());
  error = kernel.name + ": PTX line " + std::to_string(instruction.line) + ": " +
          program.texts[pc] + ": " + what;
}

Warp::Warp(LaunchState &launch, Block &block, unsigned number)
    : launch(launch), block(block), number(number) {
  uint64_t most = 0;
  for (const Function &function : launch.program.functions)
    most = std::max(most, function.localSize);
  if (most > 0)
    localBytes = most + LocalForCalls;
  local.resize(localBytes * WarpSize);
}

void Warp::start(Dim newIndex) {
  index = newIndex;
  stack.clear();
  frames.clear();
  carry = 0;
  const uint64_t threads = launch.block.count() - uint64_t(number) * WarpSize;
  enter(launch.kernel, nullptr, threads >= WarpSize ? AllLanes : AllLanes >> (WarpSize - threads));
  state = Status::Running;
  ++launch.counts.warps;
}

void Warp::enter(const Function &function, const Call *call, Mask lanes) {
  const size_t at = frames.empty() ? 0 : frames.back().at + frames.back().function->frameSize;
  const uint64_t localAt =
      frames.empty() ? 0 : frames.back().localAt + frames.back().function->localSize;
  if (localAt + function.localSize > localBytes)
    return fail(launch.program.code[function.first],
                "calls are nested too deeply for local memory");
  if (registers.size() < at + function.frameSize)
    registers.resize(at + function.frameSize);
  frames.push_back({&function, call, stack.size(), at, localAt});
  stack.push_back({function.first, NoPc, lanes});
  frame = registers.data() + at;
  preset(function, localAt);
}

void Warp::leave() {
  const Frame done = frames.back();
  const Mask lanes = stack.back().lanes;
  stack.resize(done.stackHeight);
  frames.pop_back();
  if (frames.empty()) {
    state = Status::Done;
    return;
  }
  if (done.call)
    copySlots(done.function->results, done.at, done.call->results, frames.back().at, lanes);
  frame = registers.data() + frames.back().at;
}

void Warp::copySlots(const std::vector<Slot> &from, size_t fromFrame, const std::vector<Slot> &to,
                     size_t toFrame, Mask lanes) {
  for (size_t slot = 0; slot < from.size() && slot < to.size(); ++slot)
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      std::memcpy(registers.data() + toFrame + to[slot].at + lane * to[slot].size,
                  registers.data() + fromFrame + from[slot].at + lane * from[slot].size,
                  std::min(from[slot].size, to[slot].size));
    }
}

template <class T> static void fill(uint8_t *at, uint64_t value) {
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    reinterpret_cast<T *>(at)[lane] = static_cast<T>(value);
}

void Warp::preset(const Function &function, uint64_t localAt) {
  for (const Preset &entry : function.presets) {
    uint8_t *at = frame + entry.at;
    uint64_t value = entry.value;
    switch (entry.source) {
    case Preset::Special:
      for (unsigned lane = 0; lane < WarpSize; ++lane) {
        const uint64_t own = special(static_cast<unsigned>(entry.value), lane);
        std::memcpy(at + lane * entry.width, &own, entry.width);
      }
      continue;
    case Preset::DynamicShared:
      value += launch.kernel.sharedSize;
      break;
    case Preset::LocalBase:
      value += localAt;
      break;
    case Preset::ParameterBase:
      value += reinterpret_cast<uint64_t>(launch.parameters);
      break;
    case Preset::Bytes:
      break;
    }
    switch (entry.width) {
    case 1: // A predicate.
      *reinterpret_cast<Mask *>(at) = value ? AllLanes : 0;
      break;
    case 2:
      fill<uint16_t>(at, value);
      break;
    case 4:
      fill<uint32_t>(at, value);
      break;
    default:
      fill<uint64_t>(at, value);
    }
  }
}

uint64_t Warp::special(unsigned which, unsigned lane) const {
  const Dim &block = launch.block, &grid = launch.grid;
  const uint64_t thread = uint64_t(number) * WarpSize + lane;
  const uint64_t linear = index.x + uint64_t(grid.x) * (index.y + uint64_t(grid.y) * index.z);
  const uint64_t before = (uint64_t(1) << lane) - 1, own = uint64_t(1) << lane;
  switch (static_cast<Special>(which)) {
  case Special::TidX:
    return thread % block.x;
  case Special::TidY:
    return thread / block.x % block.y;
  case Special::TidZ:
    return thread / block.x / block.y;
  case Special::NtidX:
    return block.x;
  case Special::NtidY:
    return block.y;
  case Special::NtidZ:
    return block.z;
  case Special::CtaidX:
    return index.x;
  case Special::CtaidY:
    return index.y;
  case Special::CtaidZ:
    return index.z;
  case Special::NctaidX:
    return grid.x;
  case Special::NctaidY:
    return grid.y;
  case Special::NctaidZ:
    return grid.z;
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return number;
  case Special::NwarpId:
    return (block.count() + WarpSize - 1) / WarpSize;
  case Special::SmId:
    return linear % launch.multiprocessors;
  case Special::NsmId:
    return launch.multiprocessors;
  case Special::GridId:
    return launch.counts.launches;
  case Special::LaneMaskEq:
    return own;
  case Special::LaneMaskLt:
    return before;
  case Special::LaneMaskLe:
    return before | own;
  case Special::LaneMaskGt:
    return AllLanes & ~(before | own);
  case Special::LaneMaskGe:
    return AllLanes & ~before;
  case Special::DynamicSmem:
    return launch.dynamicShared;
  case Special::TotalSmem:
    return launch.dynamicShared + launch.kernel.sharedSize;
  case Special::EnvReg1:
    return launch.workspace >> 32;
  case Special::EnvReg2:
    return launch.workspace & 0xffffffff;
  case Special::Count:
    break;
  }
  return 0;
}

void Warp::branch(const Instruction &instruction, Mask taken) {
  Entry &top = stack.back();
  const Mask others = top.lanes & ~taken;
  if (others == 0 || taken == 0) {
    top.pc = taken != 0 ? instruction.target : top.pc + 1;
    return;
  }
  const uint32_t next = top.pc + 1, join = instruction.join;
  if (top.join == join)
    stack.pop_back(); // The entry below goes on at the same place, with these lanes too.
  else
    top.pc = join;
  if (next != join)
    stack.push_back({next, join, others});
  if (instruction.target != join)
    stack.push_back({instruction.target, join, taken});
}

/// brx.idx: lanes with the same index go together, the largest index first.
void Warp::branchByTable(const Instruction &instruction, Mask lanes) {
  const std::vector<uint32_t> &targets = launch.program.tables[instruction.extra];
  const uint32_t *index = values<uint32_t>(instruction.operands[0]);
  const uint32_t next = stack.back().pc + 1, join = instruction.join;
  std::vector<Entry> ways;
  if (const Mask others = stack.back().lanes & ~lanes)
    ways.push_back({next, join, others});
  for (uint32_t way = 0; way < targets.size(); ++way) {
    Mask same = 0;
    for (unsigned lane = 0; lane < WarpSize; ++lane)
      same |= (lanes >> lane & 1 && index[lane] == way) ? Mask(1) << lane : 0;
    lanes &= ~same;
    if (same != 0)
      ways.push_back({targets[way], join, same});
  }
  if (lanes != 0)
    return fail(instruction, "an index is outside the table of targets");
  if (ways.size() == 1) {
    stack.back().pc = ways[0].pc;
    return;
  }
  if (stack.back().join == join)
    stack.pop_back();
  else
    stack.back().pc = join;
  for (const Entry &way : ways)
    if (way.pc != join)
      stack.push_back(way);
}

void Warp::exitLanes(Mask lanes) {
  for (Entry &entry : stack)
    entry.lanes &= ~lanes;
  while (!stack.empty() && stack.back().lanes == 0) {
    if (stack.size() - 1 == frames.back().stackHeight) {
      stack.pop_back();
      frames.pop_back();
      frame = frames.empty() ? nullptr : registers.data() + frames.back().at;
    } else {
      stack.pop_back();
    }
  }
  if (stack.empty())
    state = Status::Done;
}

/// At a barrier: true where all other lanes have returned from the kernel.
bool Warp::mayWait(Mask lanes) const {
  Mask missing = stack.front().lanes & ~lanes;
  for (auto entry = stack.rbegin(); entry != stack.rend() && missing != 0; ++entry) {
    if ((missing & entry->lanes) != 0 && entry->pc != launch.kernel.end)
      return false;
    missing &= ~entry->lanes;
  }
  return true;
}

void Warp::passBarrier(uint64_t result) {
  const Instruction &instruction = current();
  if (instruction.result != NoOperand && (instruction.width & 1) != 0)
    predicate(instruction.result) = result != 0 ? AllLanes : 0;
  else if (instruction.result != NoOperand)
    fill<uint32_t>(frame + instruction.result, result);
  ++stack.back().pc;
  state = Status::Running;
}

void Warp::countSectors(const Instruction &instruction, unsigned sectors, unsigned missed) {
  InstructionCount &count =
      launch.counts.instructions[size_t(&instruction - launch.program.code.data())];
  count.sectors += sectors;
  count.missed += missed;
}

void Warp::countWavefronts(const Instruction &instruction, unsigned wavefronts) {
  launch.counts.instructions[size_t(&instruction - launch.program.code.data())].wavefronts +=
      wavefronts;
}

void Warp::fail(const Instruction &instruction, const std::string &what) {
  launch.fail(instruction, what);
  state = Status::Done;
}

Warp::Status Warp::run() {
  if (state == Status::Yielded)
    state = Status::Running;
  while (state == Status::Running)
    if (!step())
      break;
  return state;
}

/// One instruction; false where the warp stops for now.
bool Warp::step() {
  Entry &top = stack.back();
  if (top.pc == top.join) {
    stack.pop_back();
    return true;
  }
  const uint32_t pc = top.pc;
  const Instruction &instruction = launch.program.code[pc];
  if (instruction.flow == Flow::End) {
    leave();
    return state == Status::Running;
  }
  Mask lanes = top.lanes;
  if (instruction.guard != NoOperand)
    lanes &=
        instruction.guardNegated ? ~predicate(instruction.guard) : predicate(instruction.guard);
  InstructionCount &count = launch.counts.instructions[pc];
  ++count.issued;
  // A branch is executed by all lanes, whatever they decide.
  count.lanes +=
      static_cast<unsigned>(std::popcount(instruction.flow == Flow::Branch ? top.lanes : lanes));
  switch (instruction.flow) {
  case Flow::Branch:
    branch(instruction, lanes);
    return true;
  case Flow::Table:
    branchByTable(instruction, lanes);
    return state == Status::Running;
  case Flow::Exit:
    ++top.pc;
    exitLanes(lanes);
    return state == Status::Running;
  case Flow::Call: {
    ++top.pc;
    if (lanes == 0)
      return true;
    const Call &call = launch.program.calls[instruction.extra];
    const Function &callee = launch.program.functions[instruction.target];
    enter(callee, &call, lanes);
    if (state == Status::Running)
      copySlots(call.arguments, frames[frames.size() - 2].at, callee.parameters, frames.back().at,
                lanes);
    return state == Status::Running;
  }
  case Flow::Barrier:
    if (!mayWait(lanes)) {
      fail(instruction, "some lanes of the warp do not reach the barrier");
      return false;
    }
    state = Status::AtBarrier;
    return false;
  case Flow::Yield:
  case Flow::Plain:
  case Flow::End:
    break;
  }
  ++top.pc;
  if (lanes != 0)
    instruction.handler(*this, instruction, lanes);
  if (instruction.flow == Flow::Yield && state == Status::Running)
    state = Status::Yielded;
  return state == Status::Running;
}

} // namespace gputile::counts
