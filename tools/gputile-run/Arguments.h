//===- Arguments.h - The command line of gputile-run -----------*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_ARGUMENTS_H
#define GPUTILE_TOOLS_GPUTILERUN_ARGUMENTS_H

#include "gputile/Driver/Tool.h"

#include <string>
#include <vector>

namespace gputile::run {

inline constexpr const char *ToolName = "gputile-run";

enum class Backend { Auto, Cuda, Cpu, Host };

/// What the command line asks for.
struct RunArguments {
  CommandLine line;
  Backend backend = Backend::Auto;
  std::string order; ///< For the CPU backend; empty: the environment's, or forward.
  std::string tolerance; ///< Number: of rounding that clauses leave open; empty: the default.
  bool check = false, race = false, asan = false, keep = false;
  std::vector<std::string> linkFlags;        ///< `-l…` and `-L…` among the compiler flags.
  std::vector<std::string> programArguments; ///< After `--args`.
};

/// Reads the whole command line into \p result. \returns ExitOk, or the status to
/// leave with after a message was printed.
ExitStatus readArguments(const std::vector<std::string> &arguments, RunArguments &result);

std::string helpText();
const char *backendName(Backend backend);

} // namespace gputile::run

#endif
