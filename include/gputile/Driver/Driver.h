//===- Driver.h - One translation unit, all its regions -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tool, gputile-run and the plugin share: an AST consumer that finds
/// the regions of a translation unit, runs the pipeline on each, and reports
/// exactly one outcome per pragma.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_DRIVER_H
#define GPUTILE_DRIVER_DRIVER_H

#include "gputile/Driver/Cures.h"
#include "gputile/Driver/Json.h"
#include "gputile/Driver/Options.h"
#include "gputile/Rewrite/Rewrite.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace gputile {

/// A file that --draw asks for.
struct Picture {
  std::string fileName; ///< Without folder.
  std::string svg;
};

/// What became of one translation unit.
struct UnitResult {
  std::string file; ///< The main file as the compiler was given it.
  std::string directory; ///< In which the tools' compile command runs: names of files start there.
  unsigned errors = 0;
  unsigned transformed = 0, refused = 0;
  std::map<std::string, unsigned> reasons; ///< Ids of refusals, and how many regions have each.
  std::set<std::string> believed; ///< Clauses that transformed regions rest on: "independent(B)".
  std::vector<RegionEdit> edits;
  std::vector<DataBlock> dataBlocks; ///< Whose arrays stay on the device.
  std::vector<MarkedRegion> waits;   ///< Pragmas with clause wait.
  JsonReport json;
  CureList cures;
  std::vector<Picture> pictures;
  std::map<std::string, std::string>
      texts; ///< For --report: of files with regions, by `file` of the JSON.
  /// What Rewriting asked for; empty when nothing was transformed or errors occurred.
  GeneratedFiles generated;
  std::vector<RewrittenSource> sources;
};

/// Whether, and how, the text of transformed regions is replaced.
enum class Rewriting {
  None,  ///< Regions are analysed only.
  Files, ///< UnitResult::generated: a host file and a .cu file.
  Sources, ///< UnitResult::sources: files for the compiler to read, on libgputile_rt.
};

/// What the caller wants besides diagnostics.
struct UnitRequest {
  DriverOptions options;
  Rewriting rewriting = Rewriting::None;
  bool check = false; ///< Fill GeneratedFiles::hostCheck as well.
  std::string unreachable = {}; ///< Why no region of the unit can be replaced; empty: they can.
  /// For Rewriting::Sources: compiles the kernels of a region ahead of time. May be empty.
  std::function<std::vector<KernelImage>(const RegionEdit &)> compileImages = {};
  MessageFlags flags = {};
  bool progress = false; ///< Name regions that take long on standard error meanwhile.
  /// Whether the process goes on and gets the file again after edits. It then says of a region for
  /// which nothing changed what it said before. Only for Rewriting::None without JSON, report,
  /// pictures and texts of phases.
  bool remembers = false;
};

/// \p pictures as files in \p folder.
std::vector<OutputFile> pictureFiles(const std::vector<Picture> &pictures,
                                     const std::string &folder);

/// Makes the consumer for the compilation that \p compiler runs and registers the
/// pragma with it. \p done gets the result after the whole unit was analysed.
std::unique_ptr<clang::ASTConsumer> makeConsumer(clang::CompilerInstance &compiler,
                                                 UnitRequest request,
                                                 std::function<void(UnitResult)> done);

} // namespace gputile

#endif
