//===- DataBlock.h - Arrays kept on the device between regions --- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `#pragma gpu_tile data(…) { … }`: whether the arrays that the clause names can
/// stay on the device from one region in the block to the next. The run-time
/// library keeps regions coherent with each other; what is checked here is that
/// nothing else in the block reaches the arrays' memory.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_DATABLOCK_H
#define GPUTILE_FRONTEND_DATABLOCK_H

#include "gputile/Frontend/Frontend.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// What a region does with one variable that is an array or a pointer.
struct ArrayUse {
  SourceRef variable; ///< Its first declaration.
  bool readFirst;     ///< Elements may be read that the region has not written.
  bool written;
};

/// What became of a marked region.
struct RegionUse {
  MarkedRegion region;
  bool transformed = false;
  std::string ifCondition, queue; ///< As in Clauses.
  std::vector<ArrayUse> arrays; ///< Of transformed regions.
  /// C texts that the caller of a transformed region's entry evaluates, on the CPU.
  std::vector<std::string> parameters = {};
};

/// A block whose arrays stay on the device.
struct DataBlock {
  MarkedRegion region;            ///< The pragma and its compound statement.
  std::vector<std::string> names; ///< Arrays and pointers, as the pragma names them.
};

/// Checks \p block, whose statement is a compound statement, and reports what is
/// wrong with it or why it is not used.
/// \param regions all regions of the unit
/// \param strictAliasing objects of different types share no memory
std::optional<DataBlock> checkDataBlock(clang::ASTContext &context, const MarkedRegion &block,
                                        const std::vector<RegionUse> &regions, bool strictAliasing,
                                        DiagnosticHandler &diagnostics);

} // namespace gputile

#endif
