//===- CodeGen.h - A region plan as CUDA text -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_CODEGEN_CODEGEN_H
#define GPUTILE_CODEGEN_CODEGEN_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <string>
#include <vector>

namespace gputile {

/// One argument of a region's entry function.
struct EntryArgument {
  std::string type;     ///< C type, e.g. "long long" or "double *".
  std::string name;     ///< In the entry function.
  std::string callExpr; ///< C text at the region, already converted to `type`.
};

/// The generated text of one region.
struct RegionCode {
  std::string entryName; ///< `extern "C" int <entryName>(…)`; 0: done, else run the original loops.
  std::vector<EntryArgument> arguments;
  std::string kernels; ///< Device declarations and kernels.
  std::string entry;   ///< The host function.
  /// C statements that give iterators declared outside the region their final
  /// values; run after a successful entry call. Empty when there are none.
  std::string exitStatements;
  /// One line each, in users' words, e.g. "n >= 1", "'A' and 'B' do not overlap".
  std::vector<std::string> guards;
};

/// Generates the CUDA text of a verified \p plan.
RegionCode generateRegion(const Scop &scop, const RegionPlan &plan);

/// The head of every emitted .cu file: portability macros and the helpers that
/// entries use (error reporting, box copies). Needs no library.
std::string cudaPrelude();

} // namespace gputile

#endif
