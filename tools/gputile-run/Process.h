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

/// A program to be run, and what becomes of its output.
struct Command {
  std::vector<std::string> arguments;   ///< The first is the program, searched in PATH.
  std::vector<std::string> environment; ///< "NAME=value", added to the current one.
  /// When not empty: standard output goes to this file and standard input is empty.
  std::string captureTo;
  std::string captureErrorsTo; ///< When not empty: standard error goes to this file.
  /// It may use the terminal, and so stays in this process's group.
  bool interactive = false;
};

/// How a program ended.
struct End {
  int status = 127; ///< Its exit status, 128 + n after signal n, 127 when it did not start.
  int signal = 0;   ///< That ended it, or 0.

  bool operator==(const End &other) const {
    return status == other.status && signal == other.signal;
  }
};

/// Runs \p command and waits. Says why when it cannot.
End runCommand(const Command &command);

/// "SIGSEGV (11)".
std::string signalText(int signal);

} // namespace gputile::run

#endif
