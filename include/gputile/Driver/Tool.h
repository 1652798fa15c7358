//===- Tool.h - Running the driver outside a compiler ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the command line tools share: command lines, compile commands, units.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_TOOL_H
#define GPUTILE_DRIVER_TOOL_H

#include "gputile/Driver/Driver.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class DiagnosticConsumer;
}

namespace gputile {

/// Exit statuses of the tools.
enum ExitStatus { ExitOk = 0, ExitErrors = 1, ExitUsage = 2 };

/// The part of a command line that all tools read the same way:
///   [options] file… [-- compiler flags]
struct CommandLine {
  CommandLine() { options.jobs = 0; }

  DriverOptions options; ///< `jobs` is one per hardware thread unless given.
  std::vector<std::string> files;
  std::vector<std::string> flags; ///< After `--`.
  bool flagsGiven = false;        ///< There was a `--`.
  std::string buildPath;          ///< Of `-p`.
};

/// Reads the next argument of \p arguments at \p next when it is one of the shared
/// ones, and advances past it. Prints a message and returns ExitUsage on mistakes.
/// \returns nothing when the argument is of the caller's own kind.
std::optional<ExitStatus> readArgument(const char *tool, const std::vector<std::string> &arguments,
                                       size_t &next, CommandLine &line);

/// Compiles each file of \p line with its compile command and returns one result
/// per unit that could be parsed.
struct ToolResult {
  std::vector<UnitResult> units; ///< `file` is absolute.
  std::vector<std::string> lost; ///< Files of which a compile command made no unit.
  bool failed = false;           ///< There were errors.
};
/// \param diagnostics receives what Clang and gputile report in place of the terminal
ToolResult runTool(const char *tool, const CommandLine &line, const UnitRequest &request,
                   clang::DiagnosticConsumer *diagnostics = nullptr);

/// The files of C and C++ that compile_commands.json in \p buildPath names; nothing after a
/// message.
std::optional<std::vector<std::string>> sourcesOfBuild(const char *tool,
                                                       const std::string &buildPath);

/// \p flags without -W[no-][error=]gpu-tile and -R[no-]gpu-tile, which compilers do
/// not know.
std::vector<std::string> withoutOwnFlags(const std::vector<std::string> &flags);

/// What writeOutputs writes besides the files of options --dump-json and --draw.
enum class Generated {
  Kept,    ///< Nothing.
  Written, ///< The files of every unit, into --output-dir or beside the inputs.
};

/// Writes the files that \p line asks for: all or, when one cannot be written, none. It is an
/// error, and nothing is written, when two different ones would get one name, or the name of an
/// input. \returns false after printing what went wrong.
bool writeOutputs(const char *tool, const CommandLine &line, ToolResult &result,
                  Generated generated);

/// Warns of environment variables whose names begin with GPUTILE_ but mean nothing.
void warnOfUnknownVariables(const char *tool);

/// "gputile 0.1.0, LLVM 19.1.7, isl-0.25-IMath-32".
std::string versionText(const char *tool);

} // namespace gputile

#endif
