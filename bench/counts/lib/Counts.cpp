//===- Counts.cpp - What executed instructions cost -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counts.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace gputile::counts {

static void add(InstructionCount &sum, const InstructionCount &count) {
  sum.issued += count.issued;
  sum.lanes += count.lanes;
  sum.sectors += count.sectors;
  sum.missed += count.missed;
  sum.wavefronts += count.wavefronts;
}

Totals totalsOf(const Program &program, const KernelCounts &counts) {
  Totals totals;
  for (size_t pc = 0; pc < counts.instructions.size(); ++pc) {
    const InstructionCount &count = counts.instructions[pc];
    const Class kind = program.code[pc].kind;
    add(totals.all, count);
    add(totals.byClass[static_cast<unsigned>(kind)], count);
    if (kind == Class::StoreGlobal)
      totals.storeSectors += count.sectors;
    else if (kind != Class::Constant) // Constants come from a cache of their own.
      totals.loadSectors += count.sectors;
    if (kind != Class::StoreGlobal && kind != Class::Constant)
      totals.missedSectors += count.missed;
  }
  return totals;
}

std::vector<LoopCounts> loopsOf(const Program &program, const Function &kernel,
                                const KernelCounts &counts) {
  std::vector<LoopCounts> result;
  for (const Loop &loop : kernel.loops) {
    LoopCounts found;
    found.label = loop.label;
    found.instructions = loop.body.size();
    found.iterations = counts.instructions[loop.header].issued;
    for (uint32_t pc : loop.body) {
      found.issued += counts.instructions[pc].issued;
      ++found.opcodes[program.texts[pc]];
    }
    result.push_back(std::move(found));
  }
  return result;
}

static json::Object toJson(const InstructionCount &count) {
  return json::Object{{"issued", count.issued},
                      {"lanes", count.lanes},
                      {"sectors", count.sectors},
                      {"missed", count.missed},
                      {"wavefronts", count.wavefronts}};
}

json::Object toJson(const Program &program, const std::string &kernel, const KernelCounts &counts) {
  const Totals totals = totalsOf(program, counts);
  json::Object classes;
  for (unsigned kind = 0; kind < ClassCount; ++kind)
    if (totals.byClass[kind].issued > 0)
      classes[nameOf(static_cast<Class>(kind))] = toJson(totals.byClass[kind]);
  json::Array loops;
  for (const LoopCounts &loop : loopsOf(program, *program.kernel(kernel), counts)) {
    json::Object opcodes;
    for (const auto &[opcode, count] : loop.opcodes)
      opcodes[opcode] = count;
    loops.push_back(json::Object{{"label", loop.label},
                                 {"instructions", loop.instructions},
                                 {"issued", loop.issued},
                                 {"iterations", loop.iterations},
                                 {"opcodes", std::move(opcodes)}});
  }
  json::Object result = toJson(totals.all);
  result["name"] = kernel;
  result["launches"] = counts.launches;
  result["blocks"] = counts.blocks;
  result["warps"] = counts.warps;
  result["barriers"] = counts.barriers;
  result["threadsPerBlock"] = counts.threadsPerBlock;
  result["dynamicShared"] = counts.dynamicShared;
  result["loadSectors"] = totals.loadSectors;
  result["missedSectors"] = totals.missedSectors;
  result["storeSectors"] = totals.storeSectors;
  result["classes"] = std::move(classes);
  result["loops"] = std::move(loops);
  return result;
}

} // namespace gputile::counts
