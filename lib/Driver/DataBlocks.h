//===- DataBlocks.h - Clause data in one translation unit -------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_DATABLOCKS_H
#define GPUTILE_LIB_DRIVER_DATABLOCKS_H

#include "gputile/Driver/Driver.h"
#include "gputile/Driver/Pipeline.h"

namespace gputile::driver {

/// Collects blocks and regions; checks the former when all of the latter are known.
class DataBlocks {
public:
  DataBlocks(const clang::CompilerInstance &compiler, Rewriting rewriting,
             DiagnosticHandler &diagnostics)
      : Compiler(compiler), Mode(rewriting), Diagnostics(diagnostics) {}

  /// \param misplaced why the text of \p block cannot be edited
  void addBlock(clang::ASTContext &context, const MarkedRegion &block,
                const std::optional<Refusal> &misplaced);
  void addRegion(const MarkedRegion &region, const RegionResult &result);
  /// \returns the blocks to be used.
  std::vector<DataBlock> check(clang::ASTContext &context);
  /// Its blocks are not used after all.
  void withdraw(clang::ASTContext &context);
  /// One object per block, for --dump-json.
  llvm::json::Array takeJson() { return std::move(Json); }

private:
  const clang::CompilerInstance &Compiler;
  Rewriting Mode;
  DiagnosticHandler &Diagnostics;
  std::vector<std::pair<MarkedRegion, size_t>> Blocks; ///< With their places in Json.
  llvm::json::Array Json;
  std::vector<RegionUse> Regions;
};

} // namespace gputile::driver

#endif
