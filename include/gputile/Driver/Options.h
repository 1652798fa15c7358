//===- Options.h - What the user asked for besides the pragma -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_OPTIONS_H
#define GPUTILE_DRIVER_OPTIONS_H

#include "gputile/CodeGen/CodeGen.h"
#include "gputile/Driver/Layouts.h"
#include "gputile/Driver/Phase.h"
#include "gputile/Frontend/RegionChoice.h"
#include "gputile/IR/Clauses.h"
#include "gputile/Model/Choice.h"
#include "gputile/Model/Device.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class DiagnosticOptions;
}

namespace gputile {

enum class OptionId {
#define OPTION(ID, NAME, VALUE, HELP) ID,
#include "gputile/Driver/Options.def"
};

enum class WarningMode { On, Off, Error };

/// All options, with their defaults.
struct DriverOptions {
  Clauses clauses; ///< Values given as options have origin Option.
  DeviceProfile device; ///< Without clause device: that of option --device, else the default.
  Layouts layouts;      ///< Of the file that option --layouts names.
  std::string layoutsFile; ///< Its path; empty: none.
  RegionChoice regions = RegionChoice::Marked;
  std::string outputDir;
  bool selfContained = false; ///< .cu files hold the helpers that they call.
  std::string dumpJson;
  std::string report;                ///< File of the page of all regions; empty: none.
  std::string draw;                  ///< Folder for pictures; empty: none.
  std::vector<std::string> drawDims; ///< Two iterators, or none.
  std::set<Phase> printAfter;
  bool propagateCopies = true;
  bool exactDivision = true;
  TileSearch tileSearch = TileSearch::Pruned;
  bool checkText = false;
  bool timePhases = false;
  unsigned long maxOperations = 20'000'000; ///< Per phase, in isl's unit.
  double maxSeconds = 10;                   ///< Of processor time, per region.
  unsigned jobs = 1;                        ///< Regions at the same time; 0: one per hardware thread.
  std::optional<Phase> failIn;              ///< For tests: this phase fails.
  std::optional<WarningMode> warnings;
  std::optional<bool> remarks;
  std::string cache; ///< Folder of results of regions, or "off"; empty: by the environment.
  /// No option: what the caller of the chain does with the code.
  EntryTarget entryTarget = EntryTarget::Cuda;
};

/// What is wrong with an option.
struct OptionError {
  std::string option, message;
};

/// Applies `name` or `name=value` (without leading dashes).
/// \returns nothing, or what is wrong with it.
std::optional<OptionError> applyOption(const std::string &text, DriverOptions &options);

/// True when \p text, `name` or `name=value`, starts with the name of an option.
bool isOption(const std::string &text);

/// True when option \p text is `name` of an option that needs a value, which then
/// is the next argument.
bool optionNeedsValue(const std::string &text);

/// One line per option for --help.
std::string optionHelp();

/// The clauses of a pragma, with options where it gives none.
Clauses mergeClauses(const Clauses &pragma, const Clauses &options);

/// Adds what options --warnings and --remarks stand for to Clang's flags, where
/// ClangDiagnosticHandler reads them.
void applyToDiagnostics(const DriverOptions &options, clang::DiagnosticOptions &diagnostics);

} // namespace gputile

#endif
