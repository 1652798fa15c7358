//===- Handlers.h - The functions that execute instructions -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function finds the handler for an opcode, or a null pointer where it knows none. The
// handlers take their operands in the order of the text.

#pragma once
#include "Program.h"
#include "Types.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace gputile::counts {

/// An opcode in parts: "setp", "lt", "and", "s32".
class Opcode {
  llvm::ArrayRef<std::string> parts;

public:
  explicit Opcode(llvm::ArrayRef<std::string> parts) : parts(parts) {}
  llvm::StringRef name() const { return parts.front(); }
  bool has(llvm::StringRef modifier) const;
  /// The n-th type among the parts; a type without bytes where there are fewer.
  Type type(unsigned which = 0) const;
  llvm::ArrayRef<std::string> modifiers() const { return parts.drop_front(); }
  std::string text() const;
};

/// add, sub, mul, mad, div, … of integers.
Instruction::Handler integerHandler(const Opcode &opcode);
/// and, or, shl, bfe, prmt, lop3, …
Instruction::Handler bitHandler(const Opcode &opcode);
/// add, mul, fma, div, sqrt, … of floats and doubles.
Instruction::Handler floatHandler(const Opcode &opcode);
/// The same with another rounding than to nearest.
Instruction::Handler roundedHandler(const Opcode &opcode);
/// setp, selp, slct, set, and, or, xor and not of predicates. Comparisons with `and`, `or` or `xor`
/// take a predicate as third operand, whose negation is bit 0 of `extra`.
Instruction::Handler predicateHandler(const Opcode &opcode);
/// cvt; `from` and `to` are the widths of the registers in bytes, `offset` gets a detail.
Instruction::Handler conversionHandler(const Opcode &opcode, unsigned from, unsigned to,
                                       int64_t &offset);
/// Moves of registers of this many bytes (1: predicates).
Instruction::Handler moveHandler(unsigned bytes);
/// mov of {a, b} to a register of `bytes`, and back; the registers are a table of the program.
Instruction::Handler packHandler(unsigned bytes, unsigned count);
Instruction::Handler unpackHandler(unsigned bytes, unsigned count);
/// shfl, vote, match, redux, activemask.
Instruction::Handler warpHandler(const Opcode &opcode);

enum class AddressSpace : uint8_t { Generic, Global, Shared, Local, KernelParameter, Slot };
/// ld and st: with `width` bytes and `elements` in memory. Registers: `result` or operand 1, or
/// for several the table `extra`. Operand 0 is the address's base (64 bits, or 32).
Instruction::Handler loadHandler(AddressSpace space, Type type, unsigned registerBytes, bool wide);
Instruction::Handler storeHandler(AddressSpace space, Type type, unsigned registerBytes, bool wide);
/// atom and red.
Instruction::Handler atomicHandler(const Opcode &opcode, AddressSpace space, bool wide);
/// cp.async: from device memory (operand 1) to shared memory (operand 0).
Instruction::Handler asyncCopyHandler(bool wideTo);
/// cvta between a space and generic addresses.
Instruction::Handler addressHandler(AddressSpace space, bool toSpace);
/// What is loaded behind a fence comes from the L2 cache.
Instruction::Handler fenceHandler();
/// Instructions without an effect here: prefetches and the like.
Instruction::Handler nothingHandler();
/// Executing it is an error: not known.
Instruction::Handler unknownHandler();
/// trap.
Instruction::Handler trapHandler();

} // namespace gputile::counts
