//===- DecodeMemory.cpp - Accesses of memory --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace gputile::counts {

using syntax::Operand;
using syntax::Space;
using syntax::Statement;

namespace {

/// The space that an opcode names; constants lie in device memory here.
AddressSpace spaceOf(const Opcode &opcode) {
  for (StringRef part : opcode.modifiers()) {
    if (part == "global" || part == "const")
      return AddressSpace::Global;
    if (part == "shared" || part == "shared::cta")
      return AddressSpace::Shared;
    if (part == "local")
      return AddressSpace::Local;
    if (part == "param" || part == "param::entry" || part == "param::func")
      return AddressSpace::KernelParameter;
  }
  return AddressSpace::Generic;
}

/// Such a load may wait for what another warp stores.
bool mayWait(const Opcode &opcode) {
  return opcode.has("volatile") || opcode.has("acquire") || opcode.has("relaxed") ||
         opcode.has("mmio");
}

Class accessClass(const Opcode &opcode, AddressSpace space, bool isLoad) {
  if (opcode.has("const"))
    return Class::Constant;
  switch (space) {
  case AddressSpace::Shared:
    return isLoad ? Class::LoadShared : Class::StoreShared;
  case AddressSpace::Local:
    return Class::Local;
  case AddressSpace::KernelParameter:
  case AddressSpace::Slot:
    return Class::Move;
  default:
    return isLoad ? Class::LoadGlobal : Class::StoreGlobal;
  }
}

} // namespace

bool Decoder::decodeMemory(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  const StringRef name = opcode.name();
  if (name == "ld" || name == "ldu")
    return decodeAccess(statement, instruction, /*isLoad=*/true);
  if (name == "st")
    return decodeAccess(statement, instruction, /*isLoad=*/false);
  if (name == "atom" || name == "red")
    return decodeAtomic(statement, instruction);
  if (name == "cp")
    return decodeAsyncCopy(statement, instruction);
  instruction.kind = Class::Other;
  const bool isFence = (name == "membar" || name == "fence") && !opcode.has("cta");
  instruction.handler = isFence ? fenceHandler() : nothingHandler();
  if (name == "nanosleep")
    instruction.flow = Flow::Yield;
  return name == "nanosleep" || name == "membar" || name == "fence" || name == "prefetch" ||
         name == "prefetchu";
}

bool Decoder::takeAddress(const Operand &text, Instruction &instruction, AddressSpace &space,
                          bool &wide) {
  if (text.kind != Operand::Address)
    return false;
  wide = true;
  if (text.reg >= 0) {
    wide = registerBytes[size_t(text.reg)] == 8;
    instruction.offset = text.offset;
    instruction.operands[0] = registerAt[size_t(text.reg)];
    if (space == AddressSpace::KernelParameter) // The address of a kernel's parameter.
      space = AddressSpace::Generic;
    return true;
  }
  if (space == AddressSpace::KernelParameter) {
    if (text.variable < 0)
      return false;
    const Slot slot = slotOf[size_t(text.variable)];
    instruction.offset = text.offset + static_cast<int64_t>(offsetOf[size_t(text.variable)]);
    if (slot.size != 0) {
      space = AddressSpace::Slot;
      instruction.operands[2] = slot.at;
      instruction.operands[3] = slot.size;
    }
    return true;
  }
  Operand name = text;
  name.kind = Operand::Name;
  instruction.operands[0] = operand(name, 8);
  return instruction.operands[0] != NoOperand;
}

bool Decoder::takeElements(const Operand &text, Instruction &instruction, uint32_t &single,
                           unsigned &bytes) {
  const Type type{Type::Bits, instruction.width};
  if (text.kind != Operand::List) {
    bytes = text.kind == Operand::Name && text.reg >= 0 ? bytesOf(text)
                                                        : std::max<unsigned>(type.bytes, 2);
    single = operand(text, bytes);
    return single != NoOperand;
  }
  std::vector<uint32_t> registers;
  for (const Operand &element : text.elements) {
    const bool isRegister = element.kind == Operand::Name && element.reg >= 0;
    if (isRegister)
      bytes = bytesOf(element);
  }
  bytes = std::max<unsigned>(bytes, std::max<unsigned>(type.bytes, 2));
  for (const Operand &element : text.elements) {
    registers.push_back(element.name == "_" ? NoOperand : operand(element, bytes));
    if (registers.back() == NoOperand && element.name != "_")
      return false;
  }
  instruction.elements = static_cast<uint8_t>(registers.size());
  if (registers.size() == 1)
    single = registers[0];
  instruction.extra = static_cast<uint32_t>(program.tables.size());
  program.tables.push_back(std::move(registers));
  return true;
}

bool Decoder::decodeAccess(const Statement &statement, Instruction &instruction, bool isLoad) {
  const Opcode opcode(statement.opcode);
  const Type type = opcode.type();
  if (statement.operands.size() < 2 || type.bytes == 0)
    return false;
  AddressSpace space = spaceOf(opcode);
  bool wide;
  unsigned bytes = 0;
  instruction.width = type.bytes;
  instruction.kind = accessClass(opcode, space, isLoad);
  uint32_t &single = isLoad ? instruction.result : instruction.operands[1];
  if (!takeAddress(statement.operands[isLoad ? 1 : 0], instruction, space, wide) ||
      !takeElements(statement.operands[isLoad ? 0 : 1], instruction, single, bytes))
    return false;
  if (isLoad && mayWait(opcode))
    instruction.flow = Flow::Yield;
  instruction.handler =
      isLoad ? loadHandler(space, type, bytes, wide) : storeHandler(space, type, bytes, wide);
  return instruction.handler != nullptr;
}

/// atom d, [a], b{, c}; red [a], b.
bool Decoder::decodeAtomic(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  const unsigned bytes = opcode.type().bytes;
  ArrayRef<Operand> operands = statement.operands;
  instruction.kind = Class::Atomic;
  if (opcode.name() == "atom") {
    if (operands.empty())
      return false;
    instruction.result = operands[0].name == "_" ? NoOperand : operand(operands[0], bytes);
    if (instruction.result == NoOperand && operands[0].name != "_")
      return false;
    operands = operands.drop_front();
  }
  AddressSpace space = spaceOf(opcode);
  bool wide;
  if (operands.size() < 2 || operands.size() > 3 ||
      !takeAddress(operands[0], instruction, space, wide))
    return false;
  for (unsigned at = 1; at < operands.size(); ++at) {
    instruction.operands[at] = operand(operands[at], bytes);
    if (instruction.operands[at] == NoOperand)
      return false;
  }
  if (opcode.has("cas") || opcode.has("exch"))
    instruction.flow = Flow::Yield;
  instruction.handler = atomicHandler(opcode, space, wide);
  return instruction.handler != nullptr;
}

/// cp.async.ca.shared.global [to], [from], 16{, size}; and its groups, which are done at once.
bool Decoder::decodeAsyncCopy(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  if (!opcode.has("async") || opcode.has("bulk") || opcode.has("mbarrier"))
    return false;
  instruction.kind = Class::Other;
  instruction.handler = nothingHandler();
  if (opcode.has("commit_group") || opcode.has("wait_group") || opcode.has("wait_all"))
    return true;
  const ArrayRef<Operand> operands = statement.operands;
  if (operands.size() < 3 || operands[2].kind != Operand::Bits)
    return false;
  AddressSpace to = AddressSpace::Shared, from = AddressSpace::Global;
  bool wideTo, wideFrom;
  Instruction reads;
  if (!takeAddress(operands[0], instruction, to, wideTo) ||
      !takeAddress(operands[1], reads, from, wideFrom) || !wideFrom)
    return false;
  instruction.operands[1] = reads.operands[0];
  instruction.extra = static_cast<uint32_t>(reads.offset);
  instruction.width = static_cast<uint8_t>(operands[2].bits);
  if (operands.size() > 3) {
    instruction.operands[2] = operand(operands[3], 4);
    if (instruction.operands[2] == NoOperand)
      return false;
  }
  instruction.kind = Class::LoadGlobal;
  instruction.handler = asyncCopyHandler(wideTo);
  return true;
}

} // namespace gputile::counts
