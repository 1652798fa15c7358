//===- Decoder.cpp - Modules, frames and functions --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "ControlFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace gputile::counts {

using syntax::Space;

const Function *Program::kernel(const std::string &name) const {
  const auto found = functionOf.find(name);
  return found == functionOf.end() || !functions[found->second].isKernel
             ? nullptr
             : &functions[found->second];
}

StringRef nameOf(Class instructionClass) {
  static constexpr StringRef Names[] = {
      "integer",   "fp32",        "fp64",         "special",     "conversion",   "move",
      "predicate", "load_global", "store_global", "load_shared", "store_shared", "local",
      "constant",  "atomic",      "shuffle",      "barrier",     "control",      "other"};
  static_assert(std::size(Names) == ClassCount);
  return Names[static_cast<unsigned>(instructionClass)];
}

std::optional<unsigned> specialOf(StringRef name) {
  static constexpr StringRef Names[] = {
      "%tid.x",           "%tid.y",       "%tid.z",       "%ntid.x",
      "%ntid.y",          "%ntid.z",      "%ctaid.x",     "%ctaid.y",
      "%ctaid.z",         "%nctaid.x",    "%nctaid.y",    "%nctaid.z",
      "%laneid",          "%warpid",      "%nwarpid",     "%smid",
      "%nsmid",           "%gridid",      "%lanemask_eq", "%lanemask_lt",
      "%lanemask_le",     "%lanemask_gt", "%lanemask_ge", "%dynamic_smem_size",
      "%total_smem_size", "%envreg1",     "%envreg2"};
  static_assert(std::size(Names) == static_cast<unsigned>(Special::Count));
  const auto *found = find(Names, name);
  if (found == std::end(Names))
    return std::nullopt;
  return static_cast<unsigned>(found - std::begin(Names));
}

uint64_t SharedLayout::add(const syntax::Variable &variable) {
  const uint64_t at = alignTo(size, variable.align);
  offsetOf[variable.name] = at;
  size = at + variable.size;
  return at;
}

Decoder::Decoder(Program &program, const syntax::Function &source, const SharedLayout &moduleShared)
    : program(program), source(source), shared(moduleShared) {}

//===- Frames ---------------------------------------------------------------===//

uint32_t Decoder::allocate(unsigned bytes) {
  const uint32_t at = frameSize;
  frameSize += alignTo(bytes, 64);
  return at;
}

void Decoder::placeRegisters() {
  for (const std::string &name : source.registers) {
    const Type type = typeOf(name).value_or(Type{});
    registerBytes.push_back(type.bytes);
    registerAt.push_back(
        allocate(type.kind == Type::Predicate ? sizeof(Mask) : type.bytes * WarpSize));
  }
}

void Decoder::placeVariables(Function &function) {
  const size_t results = source.results.size(), parameters = source.parameters.size();
  for (size_t at = 0; at < source.variables.size(); ++at) {
    const syntax::Variable &variable = source.variables[at];
    Slot slot;
    uint64_t offset = 0;
    if (variable.space == Space::Param && source.isKernel && at < parameters) {
      offset = alignTo(function.parameterBytes, variable.align);
      function.parameterOffsets.push_back(offset);
      function.parameterSizes.push_back(variable.size);
      function.parameterBytes = offset + variable.size;
    } else if (variable.space == Space::Param) {
      const auto size = static_cast<uint32_t>(alignTo(variable.size, 16));
      slot = {allocate(size * WarpSize), size};
      if (at < results)
        function.results.push_back(slot);
      else if (at < results + parameters)
        function.parameters.push_back(slot);
    } else if (variable.space == Space::Local) {
      offset = alignTo(function.localSize, variable.align);
      function.localSize = alignTo(offset + variable.size, 16);
    } else if (variable.space == Space::Shared) {
      // A device function's shared variables belong to the module.
      const auto known = shared.offsetOf.find(variable.name);
      offset = known != shared.offsetOf.end() ? known->second : shared.add(variable);
    }
    slotOf.push_back(slot);
    offsetOf.push_back(offset);
  }
  function.sharedSize = alignTo(shared.size, 16);
}

uint32_t Decoder::preset(Preset::Source from, uint64_t value, unsigned bytes) {
  const auto [entry, isNew] = presets.try_emplace({value, bytes | unsigned(from) << 8}, 0);
  if (isNew) {
    entry->second = allocate(bytes == 1 ? sizeof(Mask) : bytes * WarpSize);
    result->presets.push_back({from, entry->second, static_cast<uint8_t>(bytes), value});
  }
  return entry->second;
}

uint32_t Decoder::number(uint64_t bits, unsigned bytes) {
  if (bytes < 8 && bytes > 1)
    bits &= (uint64_t(1) << (8 * bytes)) - 1;
  return preset(Preset::Bytes, bits, bytes);
}

unsigned Decoder::bytesOf(const syntax::Operand &text) const {
  return text.kind == syntax::Operand::Name && text.reg >= 0 ? registerBytes[size_t(text.reg)] : 0;
}

/// The address of a variable in its space; globals have their host address.
std::optional<uint32_t> Decoder::symbol(const syntax::Operand &text, unsigned bytes) {
  const auto offset = static_cast<uint64_t>(text.offset);
  if (text.variable >= 0) {
    const uint64_t at = offsetOf[size_t(text.variable)] + offset;
    switch (source.variables[size_t(text.variable)].space) {
    case Space::Shared:
      return number(at, bytes);
    case Space::Local:
      return preset(Preset::LocalBase, at, bytes);
    case Space::Param:
      if (slotOf[size_t(text.variable)].size == 0 && bytes == 8)
        return preset(Preset::ParameterBase, at, bytes);
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto found = shared.offsetOf.find(text.name); found != shared.offsetOf.end()) {
    if (found->second == ~uint64_t(0)) // extern: behind all static ones.
      return preset(Preset::DynamicShared, offset, bytes);
    return number(found->second + offset, bytes);
  }
  if (const auto found = program.globalOf.find(text.name);
      found != program.globalOf.end() && bytes == 8)
    return number(reinterpret_cast<uint64_t>(program.globals[found->second].at) + offset, bytes);
  return std::nullopt;
}

uint32_t Decoder::operand(const syntax::Operand &text, unsigned bytes) {
  if (text.kind == syntax::Operand::Bits) {
    if (text.floatWidth != 0 && text.floatWidth != 8 * bytes)
      return NoOperand;
    return number(text.bits, bytes);
  }
  if (text.kind != syntax::Operand::Name || bytes == 0)
    return NoOperand;
  if (text.reg >= 0)
    return registerBytes[size_t(text.reg)] == bytes ? registerAt[size_t(text.reg)] : NoOperand;
  if (text.name == "WARP_SZ")
    return number(WarpSize, bytes);
  if (const std::optional<unsigned> which = specialOf(text.name))
    return preset(Preset::Special, *which, bytes);
  return symbol(text, bytes).value_or(NoOperand);
}

//===- Functions ------------------------------------------------------------===//

void Decoder::decode(Function &function) {
  result = &function;
  function.first = static_cast<uint32_t>(program.code.size());
  function.end = function.first + static_cast<uint32_t>(source.statements.size());
  placeRegisters();
  placeVariables(function);
  for (const syntax::Statement &statement : source.statements)
    decodeStatement(statement);
  Instruction end;
  end.flow = Flow::End;
  program.code.push_back(end);
  program.texts.push_back("end");
  function.frameSize = frameSize;
  findJoins(function);
}

void Decoder::decodeStatement(const syntax::Statement &statement) {
  Instruction instruction;
  instruction.line = statement.line;
  if (statement.guard >= 0) {
    instruction.guard = registerAt[size_t(statement.guard)];
    instruction.guardNegated = statement.guardNegated;
  }
  const Instruction empty = instruction;
  using Decode = bool (Decoder::*)(const syntax::Statement &, Instruction &);
  bool known = false;
  for (Decode decode : {&Decoder::decodeControl, &Decoder::decodeBarrier, &Decoder::decodeMemory,
                        &Decoder::decodeMove, &Decoder::decodeWarp, &Decoder::decodePredicate,
                        &Decoder::decodeArithmetic}) {
    instruction = empty;
    if ((this->*decode)(statement, instruction)) {
      known = true;
      break;
    }
  }
  if (!known) {
    instruction = empty;
    instruction.handler = unknownHandler();
  }
  program.code.push_back(instruction);
  program.texts.push_back(Opcode(statement.opcode).text());
}

/// Edges between the function's instructions; the last node is its end.
static Graph graphOf(const Program &program, const Function &function) {
  const uint32_t end = function.end - function.first;
  Graph graph(end + 1);
  for (uint32_t node = 0; node < end; ++node) {
    const Instruction &instruction = program.code[function.first + node];
    std::vector<uint32_t> &next = graph[node];
    const bool leaves = instruction.flow == Flow::Branch || instruction.flow == Flow::Table ||
                        instruction.flow == Flow::Exit;
    if (!leaves || instruction.guard != NoOperand)
      next.push_back(node + 1);
    if (instruction.flow == Flow::Branch)
      next.push_back(instruction.target - function.first);
    if (instruction.flow == Flow::Exit)
      next.push_back(end);
    if (instruction.flow == Flow::Table)
      for (uint32_t target : program.tables[instruction.extra])
        next.push_back(target - function.first);
  }
  return graph;
}

void Decoder::findJoins(Function &function) {
  const Graph graph = graphOf(program, function);
  const uint32_t end = function.end - function.first;
  const std::vector<uint32_t> after = immediateDominators(reversed(graph), end);
  for (uint32_t node = 0; node < end; ++node) // Where no way leads out, lanes meet at the end.
    program.code[function.first + node].join =
        function.first + (after[node] == node ? end : after[node]);
  for (NaturalLoop &loop : innermostLoops(graph, 0)) {
    Loop found{function.first + loop.header, {}, {}};
    for (uint32_t node : loop.body)
      found.body.push_back(function.first + node);
    for (const auto &[label, at] : source.labels)
      if (at == loop.header)
        found.label = label;
    function.loops.push_back(std::move(found));
  }
}

//===- Modules --------------------------------------------------------------===//

static void addGlobal(Program &program, const syntax::Variable &variable) {
  Program::Global global;
  global.name = variable.name;
  global.size = std::max<uint64_t>(variable.size, 1);
  // As cudaMalloc aligns memory.
  global.memory = std::make_unique<uint8_t[]>(global.size + 256);
  global.at =
      reinterpret_cast<uint8_t *>(alignTo(reinterpret_cast<uint64_t>(global.memory.get()), 256));
  std::memcpy(global.at, variable.initial.data(), variable.initial.size());
  program.globalOf[variable.name] = static_cast<uint32_t>(program.globals.size());
  program.globals.push_back(std::move(global));
}

Expected<std::unique_ptr<Program>> decode(StringRef ptx) {
  Expected<syntax::Module> module = syntax::parse(ptx);
  if (!module)
    return module.takeError();
  auto program = std::make_unique<Program>();
  SharedLayout shared;
  for (const syntax::Variable &variable : module->variables) {
    if (variable.space == Space::Shared && variable.isExtern)
      shared.offsetOf[variable.name] = ~uint64_t(0);
    else if (variable.space == Space::Shared)
      shared.add(variable);
    else
      addGlobal(*program, variable);
  }
  for (const syntax::Function &source : module->functions) {
    program->functionOf[source.name] = static_cast<uint32_t>(program->functions.size());
    Function function;
    function.name = source.name;
    function.isKernel = source.isKernel;
    program->functions.push_back(std::move(function));
    for (const syntax::Variable &variable : source.variables)
      if (!source.isKernel && variable.space == Space::Shared)
        shared.add(variable);
  }
  for (const syntax::Function &source : module->functions)
    Decoder(*program, source, shared).decode(program->functions[program->functionOf[source.name]]);
  return std::move(program);
}

} // namespace gputile::counts
