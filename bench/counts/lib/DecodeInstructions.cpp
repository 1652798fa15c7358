//===- DecodeInstructions.cpp - Control and arithmetic ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Decoder.h"
#include "Lanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gputile::counts {

using syntax::Operand;
using syntax::Statement;

bool Opcode::has(StringRef modifier) const { return is_contained(modifiers(), modifier); }

Type Opcode::type(unsigned which) const {
  for (const std::string &part : modifiers())
    if (const std::optional<Type> type = typeOf(part); type && which-- == 0)
      return *type;
  return {};
}

std::string Opcode::text() const { return join(parts, "."); }

static void doNothing(Warp &, const Instruction &, Mask) {}
static void doFence(Warp &warp, const Instruction &, Mask) { warp.block.cache().clear(); }
static void doUnknown(Warp &warp, const Instruction &instruction, Mask) {
  warp.fail(instruction, "this instruction is not executed here");
}
static void doTrap(Warp &warp, const Instruction &instruction, Mask) {
  warp.fail(instruction, "the program traps");
}
Instruction::Handler fenceHandler() { return doFence; }
Instruction::Handler nothingHandler() { return doNothing; }
Instruction::Handler unknownHandler() { return doUnknown; }
Instruction::Handler trapHandler() { return doTrap; }

//===- Control --------------------------------------------------------------===//

bool Decoder::decodeControl(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  const StringRef name = opcode.name();
  instruction.kind = Class::Control;
  if (name == "call")
    return decodeCall(statement, instruction);
  if (name == "exit") {
    instruction.flow = Flow::Exit;
    return true;
  }
  if (name == "trap") {
    instruction.handler = trapHandler();
    return true;
  }
  if (name == "ret") {
    instruction.flow = Flow::Branch;
    instruction.target = result->end;
    return true;
  }
  if (name == "bra" && statement.operands.size() == 1) {
    const auto label = source.labels.find(statement.operands[0].name);
    instruction.flow = Flow::Branch;
    instruction.target =
        label == source.labels.end() ? NoPc : result->first + uint32_t(label->second);
    return label != source.labels.end();
  }
  if (name != "brx" || statement.operands.size() != 2)
    return false;
  const auto targets = source.branchTargets.find(statement.operands[1].name);
  instruction.flow = Flow::Table;
  instruction.operands[0] = operand(statement.operands[0], 4);
  if (targets == source.branchTargets.end() || instruction.operands[0] == NoOperand)
    return false;
  std::vector<uint32_t> table;
  for (const std::string &target : targets->second) {
    const auto label = source.labels.find(target);
    if (label == source.labels.end())
      return false;
    table.push_back(result->first + uint32_t(label->second));
  }
  instruction.extra = static_cast<uint32_t>(program.tables.size());
  program.tables.push_back(std::move(table));
  return true;
}

/// `call (results), function, (arguments);`
bool Decoder::decodeCall(const Statement &statement, Instruction &instruction) {
  Call call;
  bool named = false;
  for (const Operand &part : statement.operands) {
    if (part.kind == Operand::Name && !named) {
      const auto callee = program.functionOf.find(part.name);
      if (callee == program.functionOf.end())
        return false; // A function without a body, or a pointer.
      instruction.target = callee->second;
      named = true;
      continue;
    }
    if (part.kind != Operand::List)
      return false;
    for (const Operand &element : part.elements) {
      if (element.variable < 0)
        return false;
      (named ? call.arguments : call.results).push_back(slotOf[size_t(element.variable)]);
    }
  }
  instruction.flow = Flow::Call;
  instruction.extra = static_cast<uint32_t>(program.calls.size());
  program.calls.push_back(std::move(call));
  return named;
}

/// bar.sync a{, b}; bar.red.popc.u32 d, a{, b}, {!}p; bar.red.and.pred q, a{, b}, {!}p.
bool Decoder::decodeBarrier(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  if (opcode.name() != "bar" && opcode.name() != "barrier")
    return false;
  instruction.kind = Class::Barrier;
  if (opcode.has("warp")) { // Lanes of a warp are together here anyway.
    instruction.handler = nothingHandler();
    return true;
  }
  ArrayRef<Operand> operands = statement.operands;
  if (opcode.has("arrive") || opcode.has("cluster") || operands.empty())
    return false;
  instruction.flow = Flow::Barrier;
  if (opcode.has("red")) {
    if (operands.size() < 3)
      return false;
    const bool isPredicate = opcode.has("pred");
    instruction.result = operand(operands.front(), isPredicate ? 1 : 4);
    instruction.operands[2] = operand(operands.back(), 1);
    instruction.width =
        static_cast<uint8_t>((isPredicate ? 1 : 0) | (operands.back().negated ? 2 : 0));
    instruction.offset = opcode.has("popc") ? 1 : opcode.has("and") ? 2 : 3;
    if (instruction.result == NoOperand || instruction.operands[2] == NoOperand)
      return false;
    operands = operands.drop_front().drop_back();
  }
  instruction.operands[0] = operand(operands[0], 4);
  if (operands.size() > 1)
    instruction.operands[1] = operand(operands[1], 4);
  return instruction.operands[0] != NoOperand &&
         (operands.size() == 1 || instruction.operands[1] != NoOperand);
}

//===- Operations within the warp and on predicates -------------------------===//

bool Decoder::decodeWarp(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  const StringRef name = opcode.name();
  instruction.kind = Class::Shuffle;
  instruction.handler = warpHandler(opcode);
  if (!instruction.handler || statement.operands.empty())
    return false;
  const bool toPredicate = name == "vote" && !opcode.has("ballot");
  instruction.result = operand(statement.operands[0], toPredicate ? 1 : 4);
  if (instruction.result == NoOperand)
    return false;
  if (name == "activemask")
    return true;
  if (statement.operands.size() < 3)
    return false;
  if (name == "shfl") {
    for (unsigned at = 0; at < 3; ++at)
      instruction.operands[at] = operand(statement.operands[at + 1], 4);
    if (statement.operands[0].second >= 0)
      instruction.operands[4] = registerAt[size_t(statement.operands[0].second)];
    return is_contained(ArrayRef(instruction.operands, 3), NoOperand) == false;
  }
  instruction.operands[0] =
      operand(statement.operands[1], name == "vote" ? 1 : opcode.type().bytes);
  instruction.extra = statement.operands[1].negated;
  return instruction.operands[0] != NoOperand;
}

bool Decoder::decodePredicate(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  const Type type = opcode.type();
  instruction.kind = Class::Predicate;
  instruction.handler = predicateHandler(opcode);
  if (!instruction.handler || statement.operands.size() < 2)
    return false;
  const ArrayRef<Operand> sources = ArrayRef(statement.operands).drop_front();
  if (type.kind == Type::Predicate) {
    for (unsigned at = 0; at < sources.size(); ++at)
      instruction.extra |= sources[at].negated ? 1u << at : 0;
    return takeOperands(statement, instruction, SmallVector<unsigned>(sources.size(), 1), 1);
  }
  if (opcode.name() == "slct")
    return takeOperands(statement, instruction, {type.bytes, type.bytes, opcode.type(1).bytes},
                        type.bytes);
  instruction.extra = sources.size() > 2 && sources[2].negated;
  if (opcode.name() == "selp")
    return takeOperands(statement, instruction, {type.bytes, type.bytes, 1}, type.bytes);
  if (statement.operands[0].second >= 0)
    instruction.operands[3] = registerAt[size_t(statement.operands[0].second)];
  const bool combines = opcode.has("and") || opcode.has("or") || opcode.has("xor");
  return combines ? takeOperands(statement, instruction, {type.bytes, type.bytes, 1}, 1)
                  : takeOperands(statement, instruction, {type.bytes, type.bytes}, 1);
}

//===- Arithmetic -----------------------------------------------------------===//

bool Decoder::takeOperands(const Statement &statement, Instruction &instruction,
                           ArrayRef<unsigned> bytes, unsigned resultBytes) {
  if (statement.operands.size() != bytes.size() + 1)
    return false;
  const bool unwanted =
      statement.operands[0].kind == Operand::Name && statement.operands[0].name == "_";
  instruction.result = unwanted ? NoOperand : operand(statement.operands[0], resultBytes);
  if (instruction.result == NoOperand)
    return false;
  for (unsigned at = 0; at < bytes.size(); ++at) {
    instruction.operands[at] = operand(statement.operands[at + 1], bytes[at]);
    if (instruction.operands[at] == NoOperand)
      return false;
  }
  return true;
}

/// The widths of an operation's operands where they differ from its type.
static SmallVector<unsigned> widthsOf(const Opcode &opcode, size_t count, unsigned &resultBytes) {
  const unsigned bytes = opcode.type().bytes;
  const StringRef name = opcode.name();
  SmallVector<unsigned> widths(count, bytes);
  resultBytes = bytes;
  if (opcode.has("wide")) {
    resultBytes = 2 * bytes;
    if (count > 2)
      widths[2] = 2 * bytes;
  }
  const size_t narrow = name == "shl" || name == "shr" || name == "bfe" ? 1
                        : name == "bfi"                                 ? 2
                                                                        : count;
  std::fill(widths.begin() + narrow, widths.end(), 4);
  if (name == "popc" || name == "clz" || name == "bfind")
    resultBytes = 4;
  if (name == "testp")
    resultBytes = 1;
  return widths;
}

static Class classOf(const Opcode &opcode, Type type) {
  if (type.isInteger())
    return Class::Integer;
  if (opcode.has("approx"))
    return Class::Special;
  return type.bytes == 8 ? Class::Fp64 : Class::Fp32;
}

bool Decoder::decodeArithmetic(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  if (statement.operands.size() < 2)
    return false;
  if (opcode.name() == "cvt") {
    const unsigned to = bytesOf(statement.operands[0]);
    const unsigned from = statement.operands[1].kind == Operand::Bits ? opcode.type(1).bytes
                          : bytesOf(statement.operands[1]) ? bytesOf(statement.operands[1])
                                                           : 4u; // Special registers.
    instruction.kind = Class::Conversion;
    instruction.handler = conversionHandler(opcode, from, to, instruction.offset);
    return instruction.handler && takeOperands(statement, instruction, {from}, to);
  }
  const Type type = opcode.type();
  for (const auto find : {integerHandler, bitHandler, floatHandler})
    if (!instruction.handler)
      instruction.handler = find(opcode);
  if (!instruction.handler)
    return false;
  instruction.kind = classOf(opcode, type);
  unsigned resultBytes;
  const SmallVector<unsigned> widths = widthsOf(opcode, statement.operands.size() - 1, resultBytes);
  return takeOperands(statement, instruction, widths, resultBytes);
}

//===- Moves ----------------------------------------------------------------===//

/// mov.b64 with a list of registers on one side.
bool Decoder::decodePack(const Statement &statement, Instruction &instruction) {
  const bool packs = statement.operands[1].kind == Operand::List;
  const Operand &list = statement.operands[packs ? 1 : 0],
                &single = statement.operands[packs ? 0 : 1];
  const unsigned bytes = Opcode(statement.opcode).type().bytes,
                 count = unsigned(list.elements.size());
  if (count == 0 || bytes % count != 0)
    return false;
  std::vector<uint32_t> registers;
  for (const Operand &element : list.elements) {
    const uint32_t at = operand(element, bytes / count);
    if (at == NoOperand && (packs || element.name != "_"))
      return false;
    registers.push_back(at);
  }
  const uint32_t whole = operand(single, bytes);
  (packs ? instruction.result : instruction.operands[0]) = whole;
  instruction.extra = static_cast<uint32_t>(program.tables.size());
  program.tables.push_back(std::move(registers));
  instruction.handler = packs ? packHandler(bytes, count) : unpackHandler(bytes, count);
  return instruction.handler && whole != NoOperand;
}

bool Decoder::decodeMove(const Statement &statement, Instruction &instruction) {
  const Opcode opcode(statement.opcode);
  if ((opcode.name() != "mov" && opcode.name() != "cvta") || statement.operands.size() != 2)
    return false;
  instruction.kind = Class::Move;
  if (statement.operands[0].kind == Operand::List || statement.operands[1].kind == Operand::List)
    return decodePack(statement, instruction);
  const unsigned bytes = opcode.type().bytes;
  if (opcode.type().kind == Type::Predicate)
    return false; // Logic of predicates.
  if (opcode.name() == "cvta") {
    const AddressSpace space = opcode.has("shared") || opcode.has("shared::cta")
                                   ? AddressSpace::Shared
                               : opcode.has("local") ? AddressSpace::Local
                                                     : AddressSpace::Global;
    instruction.handler = addressHandler(space, opcode.has("to"));
    return bytes == 8 && takeOperands(statement, instruction, {8}, 8);
  }
  instruction.handler = moveHandler(bytes);
  return instruction.handler && takeOperands(statement, instruction, {bytes}, bytes);
}

} // namespace gputile::counts
