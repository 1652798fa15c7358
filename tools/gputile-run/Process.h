//===- Process.h - Starting programs ---------------------------*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_PROCESS_H
#define GPUTILE_TOOLS_GPUTILERUN_PROCESS_H

#include <string>
#include <vector>

namespace gputile::run {

struct Command {
  std::vector<std::string> arguments;   ///< The first is the program, searched in PATH.
  std::vector<std::string> environment; ///< "NAME=value", added to the current one.
  /// When not empty: standard output goes to this file and standard input is empty.
  std::string captureTo;
  std::string captureErrorsTo; ///< When not empty: standard error goes to this file.
};

/// Runs \p command and waits. \returns its exit status, 128 + n when signal n ended
/// it, 127 when it could not be started.
int runCommand(const Command &command);

} // namespace gputile::run

#endif
