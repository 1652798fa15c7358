//===- Decoder.h - From a function's text to instructions -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Handlers.h"
#include "Syntax.h"

#include <map>
#include <optional>

namespace gputile::counts {

/// Where the module's shared variables begin in shared memory.
struct SharedLayout {
  std::map<std::string, uint64_t> offsetOf;
  uint64_t size = 0;

  uint64_t add(const syntax::Variable &variable);
};

/// Decodes one function into the program.
class Decoder {
public:
  Decoder(Program &program, const syntax::Function &source, const SharedLayout &moduleShared);
  void decode(Function &function);

private:
  /// What a register, number, symbol or special register is, as an offset into the frame;
  /// NoOperand where it is nothing of this width.
  uint32_t operand(const syntax::Operand &text, unsigned bytes);
  uint32_t number(uint64_t bits, unsigned bytes);
  uint32_t preset(Preset::Source source, uint64_t value, unsigned bytes);
  std::optional<uint32_t> symbol(const syntax::Operand &text, unsigned bytes);
  uint32_t allocate(unsigned bytes);
  unsigned bytesOf(const syntax::Operand &text) const;

  void placeVariables(Function &function);
  void placeRegisters();
  void decodeStatement(const syntax::Statement &statement);
  /// Each decodes the instructions it knows and returns false for others.
  bool decodeControl(const syntax::Statement &statement, Instruction &instruction);
  bool decodeCall(const syntax::Statement &statement, Instruction &instruction);
  bool decodeBarrier(const syntax::Statement &statement, Instruction &instruction);
  bool decodeMemory(const syntax::Statement &statement, Instruction &instruction);
  bool decodeAccess(const syntax::Statement &statement, Instruction &instruction, bool isLoad);
  bool decodeAtomic(const syntax::Statement &statement, Instruction &instruction);
  bool decodeAsyncCopy(const syntax::Statement &statement, Instruction &instruction);
  bool decodeMove(const syntax::Statement &statement, Instruction &instruction);
  bool decodePack(const syntax::Statement &statement, Instruction &instruction);
  bool decodeWarp(const syntax::Statement &statement, Instruction &instruction);
  bool decodePredicate(const syntax::Statement &statement, Instruction &instruction);
  bool decodeArithmetic(const syntax::Statement &statement, Instruction &instruction);
  bool takeOperands(const syntax::Statement &statement, Instruction &instruction,
                    llvm::ArrayRef<unsigned> bytes, unsigned resultBytes);
  /// The registers of an access: one, or a table of several.
  bool takeElements(const syntax::Operand &text, Instruction &instruction, uint32_t &single,
                    unsigned &registerBytes);
  /// Base and offset of an address; false where it is none.
  bool takeAddress(const syntax::Operand &text, Instruction &instruction, AddressSpace &space,
                   bool &wide);
  void findJoins(Function &function);

  Program &program;
  const syntax::Function &source;
  SharedLayout shared;
  Function *result = nullptr;
  std::vector<uint32_t> registerAt;
  std::vector<unsigned> registerBytes;
  std::vector<Slot> slotOf;       ///< Of variables in space param, but a kernel's.
  std::vector<uint64_t> offsetOf; ///< Of other variables in their space.
  std::map<std::pair<uint64_t, unsigned>, uint32_t> presets;
  uint32_t frameSize = 0;
};

std::optional<unsigned> specialOf(llvm::StringRef name);

} // namespace gputile::counts
