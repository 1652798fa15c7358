//===- Program.h - PTX decoded for execution --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions are decoded once. An operand is an offset into the warp's frame, where each
// register has a value for each of 32 lanes: 2, 4 or 8 bytes each, predicates a bit each. Numbers
// and special registers lie in the frame like registers, so that there is one kind of operand.

#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace gputile::counts {

inline constexpr unsigned WarpSize = 32;
using Mask = uint32_t; ///< A bit for each lane.
inline constexpr Mask AllLanes = ~Mask(0);

class Warp;

/// What an instruction is counted as. Move: mov, cvta and reading parameters, most of which
/// ptxas removes. Other: local memory, constants, special functions, atomics' address space.
enum class Class : uint8_t {
  Integer,
  Fp32,
  Fp64,
  Special,
  Conversion,
  Move,
  Predicate,
  LoadGlobal,
  StoreGlobal,
  LoadShared,
  StoreShared,
  Local,
  Constant,
  Atomic,
  Shuffle,
  Barrier,
  Control,
  Other
};
inline constexpr unsigned ClassCount = unsigned(Class::Other) + 1;
llvm::StringRef nameOf(Class instructionClass);

/// What the warp does with the instruction besides calling its handler.
enum class Flow : uint8_t { Plain, Branch, Table, Call, Exit, End, Barrier, Yield };

inline constexpr uint32_t NoOperand = ~uint32_t(0);
inline constexpr uint32_t NoPc = ~uint32_t(0);

struct Instruction {
  using Handler = void (*)(Warp &, const Instruction &, Mask);
  Handler handler = nullptr;
  Class kind = Class::Other;
  Flow flow = Flow::Plain;
  uint8_t width = 0; ///< Bytes of an access's element.
  uint8_t elements = 1;
  bool guardNegated = false;
  uint32_t guard = NoOperand;
  uint32_t result = NoOperand;
  uint32_t operands[5] = {NoOperand, NoOperand, NoOperand, NoOperand, NoOperand};
  uint32_t target = NoPc; ///< Of a branch; a function's index for a call.
  uint32_t join = NoPc;   ///< Where the lanes of a divergent branch meet again.
  int64_t offset = 0;     ///< Added to an address; a detail of other instructions.
  uint32_t extra = 0;     ///< Index into a table of the program; a detail.
  unsigned line = 0;      ///< Of the PTX.
};

/// A value that is put into the frame when a function is entered.
struct Preset {
  enum Source : uint8_t { Bytes, Special, DynamicShared, LocalBase, ParameterBase } source = Bytes;
  uint32_t at = 0;
  uint8_t width = 4;
  uint64_t value = 0; ///< Bytes: the number; Special: which; otherwise what is added.
};

/// Special registers, in the order of their names in Decoder.cpp. EnvReg1 and 2 are the halves of
/// the address of a cooperative launch's workspace, which holds the barrier of the grid.
enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  SmId,
  NsmId,
  GridId,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  DynamicSmem,
  TotalSmem,
  EnvReg1,
  EnvReg2,
  Count
};

/// A parameter or result of a device function: per-lane bytes in the frame.
struct Slot {
  uint32_t at = 0, size = 0;
};

struct Call {
  std::vector<Slot> arguments, results; ///< In the caller's frame.
};

/// A loop that holds no other one.
struct Loop {
  uint32_t header = 0;
  std::vector<uint32_t> body; ///< Instructions, in order.
  std::string label;
};

struct Function {
  std::string name;
  bool isKernel = false;
  uint32_t first = 0, end = 0; ///< `end` is a pseudo-instruction, Flow::End.
  uint32_t frameSize = 0;
  uint64_t localSize = 0;
  uint64_t sharedSize = 0; ///< Static; of kernels.
  std::vector<Preset> presets;
  std::vector<Slot> parameters, results;
  std::vector<uint64_t> parameterOffsets; ///< Of kernels: in the buffer of the launch.
  std::vector<uint64_t> parameterSizes;
  uint64_t parameterBytes = 0;
  std::vector<Loop> loops;
};

/// A module's code. Its global variables have their memory here.
struct Program {
  std::vector<Instruction> code;
  std::vector<std::string> texts; ///< Opcode of each instruction.
  std::vector<Function> functions;
  std::vector<Call> calls;
  std::vector<std::vector<uint32_t>> tables; ///< Targets of brx.idx; registers of vectors.
  struct Global {
    std::string name;
    std::unique_ptr<uint8_t[]> memory;
    uint8_t *at = nullptr;
    uint64_t size = 0;
  };
  std::vector<Global> globals;
  std::unordered_map<std::string, uint32_t> functionOf, globalOf;

  const Function *kernel(const std::string &name) const;
};

/// Instructions that are not known are decoded too; executing one is an error.
llvm::Expected<std::unique_ptr<Program>> decode(llvm::StringRef ptx);

} // namespace gputile::counts
