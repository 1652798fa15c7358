//===- StandardStreams.h - Standard output that may fail -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_STANDARDSTREAMS_H
#define GPUTILE_DRIVER_STANDARDSTREAMS_H

#include "gputile/Rewrite/Rewrite.h"

#include <optional>
#include <string>

namespace gputile {

/// To be called first in main(): a standard stream that is closed stays one that fails, where
/// otherwise the next file to be opened took its place. A file that grows beyond the process's
/// limit is a write error, no signal.
void openStandardStreams();

/// To be called last in main(). \returns \p status; ExitErrors in place of ExitOk when something
/// could not be printed, which is said on standard error where that is possible.
int closeStandardStreams(const char *tool, int status);

/// Prints "tool: error: message" on standard error.
void printError(const char *tool, const std::string &message);

/// Prints \p text at once. \returns what went wrong.
std::optional<WriteError> writeToStandardOutput(const std::string &text);

} // namespace gputile

#endif
