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

#include <stdexcept>
#include <string>
#include <vector>

namespace gputile {

/// One argument of a region's entry function.
struct EntryArgument {
  std::string type;     ///< C type, e.g. "long long" or "double *".
  std::string name;     ///< In the entry function.
  std::string callExpr; ///< C text at the region, already converted to `type`.
};

/// What the host side of a region is written for.
enum class EntryTarget {
  Cuda,    ///< C++ on the CUDA runtime, in a .cu file with the helpers.
  Runtime, ///< C on libgputile_rt, in the file of the region.
};

/// The generated text of one region.
struct RegionCode {
  std::string entryName; ///< `int <entryName>(…)`; 0: done, else run the original loops.
  std::vector<EntryArgument> arguments;
  /// Device declarations and kernels. For EntryTarget::Runtime this is
  /// gputile_rt_region::source, complete with what it needs.
  std::string kernels;
  /// For EntryTarget::Cuda: the helpers that `kernels` needs besides those of cudaPrelude().
  std::string helpers = {};
  /// The host function; for EntryTarget::Runtime the members `arrays` and `kernels` of
  /// its gputile_rt_region before it, as definitions of <entryName>_arrays and
  /// <entryName>_kernels; it uses <entryName>_region, which is not defined.
  std::string entry;
  unsigned describedArrays = 0, launchedKernels = 0; ///< Sizes of these definitions.
  /// C statements that give iterators declared outside the region their final
  /// values; run after a successful entry call. Empty when there are none.
  std::string exitStatements;
  /// Declarations in C++ that `EntryArgument::callExpr` needs, before the declaration that contains
  /// the region.
  std::string hostDeclarations = {};
  /// One line each, in users' words, e.g. "n >= 1", "'A' and 'B' do not overlap".
  std::vector<std::string> guards;
};

/// Thrown where generated code would compute with a number that 64 bits do not hold.
struct NumberTooLarge : std::runtime_error {
  /// \param number in digits
  explicit NumberTooLarge(const std::string &number) : std::runtime_error(number) {}
};

/// Generates the text of a verified \p plan; may throw NumberTooLarge.
RegionCode generateRegion(const Scop &scop, const RegionPlan &plan,
                          EntryTarget target = EntryTarget::Cuda);

/// C texts of the arguments by which the library knows a queue of clause async or wait: its value
/// as `const void *`, and whether it is a stream.
struct QueueText {
  std::string value, isStream;
};
/// \param queue the C text of an integer or a pointer
QueueText queueText(const std::string &queue);

/// C functions that entries for EntryTarget::Runtime call besides those of
/// gputile_rt.h; may stand several times in a unit.
extern const char *const RuntimeArithmetic;

/// The head of a self-contained .cu file: portability macros and the helpers that
/// entries use (error reporting, box copies). Needs no library.
std::string cudaPrelude();

/// The installed header that holds these helpers and those of all regions, for other .cu files.
struct CudaHeader {
  const char *name; ///< As in `#include <name>`.
  const char *text;
};
CudaHeader cudaHeader();

/// The head of a .cu file that includes this header.
std::string cudaInclude();

} // namespace gputile

#endif
